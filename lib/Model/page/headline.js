// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The figures of the whole program.

function tile(what, value, more, share) {
  const node = element('div', {class: 'tile'}, element('div', {class: 'what', text: what}),
                       element('div', {class: 'value', text: value}));
  if (share !== undefined)
    node.append(element('div', {class: 'meter'}, element('i', {style: `width:${Math.min(100, 100 * share)}%`})));
  node.append(element('div', {class: 'more', text: more}));
  return node;
}

function drawHeadline() {
  const device = data.device, us = report.modelled_us, moved = report.ddr_read_bytes + report.ddr_write_bytes;
  const name = `${report.program} on ${report.device}`;
  document.title = `${name}: modelled ${time(us)}`;
  document.getElementById('title').textContent = name;
  document.getElementById('subtitle').textContent =
    `All times are modelled, none is measured. ${device.cores} cores at ${device.clock_ghz} GHz, ` +
    `${report.kernels.length} kernels, launch (${report.launch}) ${time(report.launch_us)} more per call.`;
  const ofBound = report.percent_of_bound / 100;
  const achieved = us > 0 ? 2e-6 * report.macs / us : 0;
  const rate = us > 0 ? moved / us * 1e-3 : 0;
  part('headline').append(element('div', {class: 'tiles'},
    tile('modelled time', time(us), `hard bound ${time(report.bound_hard_us)}`),
    tile('bound', time(report.bound_sustained_us), `sustained, set by ${report.bound_by || 'nothing'}`),
    tile('of bound', percent(ofBound), `${digits(ofBound > 0 ? 1 / ofBound : 0)} × the bound`, ofBound),
    tile('matrix array', percent(report.pt_utilisation),
         `${digits(achieved)} of ${digits(device.peak_tflops)} TFLOPS`, report.pt_utilisation),
    tile('device memory', bytes(moved),
         `read ${bytes(report.ddr_read_bytes)}, written ${bytes(report.ddr_write_bytes)}; ${digits(rate)} of ` +
         `${device.sustained_gbs} GB/s`, rate / device.sustained_gbs),
    tile('rings', bytes(report.ring_bytes + report.psum_bytes),
         `data ${bytes(report.ring_bytes)}, partial sums ${bytes(report.psum_bytes)}`),
    tile('LX peak', kib(report.lx_peak_bytes), `of ${kib(device.lx_allocatable_bytes)} per core`,
         report.lx_peak_bytes / device.lx_allocatable_bytes),
    tile('host', `${report.host_steps} steps`, `weights laid out once: ${bytes(report.host_relaid_bytes)}`)));
  document.getElementById('footer').textContent =
    `${data.producer}; device ${device.name}, description ${device.digest}; cores drawn: ${data.cores.join(', ')}.`;
}
