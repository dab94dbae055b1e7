// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Cost/Bounds.h"

#include <array>
#include <cmath>

namespace spyre::cost {

Work &Work::operator+=(const Work &o) {
  products.insert(products.end(), o.products.begin(), o.products.end());
  vector += o.vector;
  readBytes += o.readBytes, writeBytes += o.writeBytes;
  ringBytes += o.ringBytes, psumBytes += o.psumBytes;
  // 0 stands for all cores, which is the most.
  cores = cores == 0 || o.cores == 0 ? 0 : std::max(cores, o.cores);
  return *this;
}

namespace {

/// Cycles of one core for the whole product with one choice of the stationary
/// operand, at peak rate.
double stationaryCycles(const Device &d, const Product &p, int64_t rows, int64_t columns) {
  double perCorelet = arrayMacsPerCycle(d, p.type) / d.coreletsPerCore;
  double row = double(d.ptBlockK) * d.ptBlockN / perCorelet;
  double load = d.ptBlockLoadCycles * double(plan::byteWidth(p.type)) / 2;
  double blocks =
      double(p.batch) * double(ceilDiv(p.k, d.ptBlockK)) * double(ceilDiv(columns, d.ptBlockN));
  return blocks / d.coreletsPerCore * std::max(row * double(rows), load * d.coreletsPerCore);
}

bool onArray(const Device &d, const Product &p) { return arrayMacsPerCycle(d, p.type) > 0; }

/// Multiply-adds that only the vector units can do.
double vectorMacs(const Device &d, const std::vector<Product> &products) {
  double total = 0;
  for (const Product &p : products)
    if (!onArray(d, p))
      total += macs(p);
  return total;
}

/// What the busiest core must receive: the capacity bound with its own LX and
/// an even share of the multiply-adds, bytes.
double ingressBytes(const Device &d, const std::vector<Product> &products, int cores) {
  double bytes = 0;
  for (const Product &p : products)
    bytes = std::max(
        bytes, capacityBytes(macs(p) / cores, double(d.lxBytes), double(plan::byteWidth(p.type))));
  return bytes;
}

/// Sustained rate of the memory node for `cores` cores. One core has only its
/// own unicast requests; more can multicast, which no limit but the node's
/// binds.
double sustainedRate(const Device &d, int cores) {
  return cores == 1 ? std::min(d.sustainedGBs, d.perCoreUnicastGBs) : d.sustainedGBs;
}

double totalCapacityBytes(const Device &d, const std::vector<Product> &products) {
  double total = 0, width = 8;
  for (const Product &p : products) {
    total += macs(p);
    width = std::min(width, double(plan::byteWidth(p.type)));
  }
  return capacityBytes(total, double(d.lxBytes) * d.cores, width);
}

} // namespace

double computeBoundUs(const Device &d, const std::vector<Product> &products, int cores) {
  double cycles = 0;
  for (const Product &p : products)
    if (onArray(d, p) && macs(p) > 0)
      cycles += std::min(stationaryCycles(d, p, p.m, p.n), stationaryCycles(d, p, p.n, p.m));
  return cyclesToUs(d, cycles / cores);
}

double capacityBytes(double macs, double fastBytes, double width) {
  double elements = fastBytes / width;
  return std::max(0.0, (2 * macs / std::sqrt(elements) - 2 * elements) * width);
}

Bounds bounds(const Device &d, const Work &work) {
  int cores = work.cores > 0 ? std::min(work.cores, d.cores) : d.cores;
  double bytes = work.readBytes + work.writeBytes;
  double crossing = totalCapacityBytes(d, work.products);
  double rate = sustainedRate(d, cores);
  VectorOps vector = work.vector;
  vector.pointwise += vectorMacs(d, work.products);

  struct Term {
    const char *name;
    double hardUs, sustainedUs;
  };
  double compute = computeBoundUs(d, work.products, cores);
  double lanes = vectorUs(d, vector) / cores;
  double links = 2.0 * (d.cores + 1);
  const std::array<Term, 7> terms{{
      {"compute", compute, compute},
      {"vector", lanes, lanes},
      {"memory", usAt(bytes, d.pinsGBs), usAt(bytes, rate)},
      {"capacity", usAt(crossing, d.pinsGBs), usAt(crossing, rate)},
      {"ingress", 0, usAt(ingressBytes(d, work.products, cores), 2 * ringLinkRate(d))},
      {"ring", 0, usAt(work.ringBytes, links * ringLinkRate(d))},
      {"partial-sums", 0, usAt(work.psumBytes, d.cores * psumRate(d))},
  }};
  Bounds result;
  for (const Term &term : terms) {
    result.hardUs = std::max(result.hardUs, term.hardUs);
    if (term.sustainedUs > result.sustainedUs) {
      result.sustainedUs = term.sustainedUs;
      result.by = term.name;
    }
  }
  result.streamingUs = usAt(bytes, rate) + turnaroundUs(d, work.readBytes, work.writeBytes);
  return result;
}

} // namespace spyre::cost
