// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

readColours();
drawHeadline();
drawRoofline();
drawTimeline();
drawLx();
drawTraffic();
drawStalls();
drawKernels();
drawSources();
new ResizeObserver(drawRoofline).observe(document.querySelector('main'));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readColours();
  view.set(view.from, view.to);
});
