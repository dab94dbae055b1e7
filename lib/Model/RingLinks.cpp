// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RingLinks.h"

namespace spyre::model {

RingLinks::RingLinks(int stops, double psPerByte, double psPerHop)
    : stops(stops), rate(psPerByte), psPerHop(psPerHop), links(2 * size_t(stops)) {
  for (auto &direction : memoryBytes)
    for (std::vector<int64_t> &bytes : direction)
      bytes.resize(size_t(stops), 0);
}

int32_t RingLinks::nextLink(const Piece &piece) const {
  const Way &way = piece.way;
  return way.up * stops + wrap(way.up ? way.from + piece.taken : way.from - piece.taken);
}

int64_t RingLinks::memoryBytesAt(int32_t link) const {
  bool up = link >= stops;
  int stop = link % stops, node = stops - 1;
  const auto &[writes, reads] = memoryBytes[up];
  return reads[size_t(wrap(up ? stop - node : node - stop))] +
         writes[size_t(wrap(up ? node - 1 - stop : stop))];
}

void RingLinks::send(int32_t owner, const Way &way, int64_t bytes, int64_t now) {
  Piece piece{owner, way, bytes, 0, way.hops};
  auto slot = int32_t(pieces.size());
  if (freePieces.empty()) {
    pieces.push_back(piece);
  } else {
    slot = freePieces.back();
    freePieces.pop_back();
    pieces[size_t(slot)] = piece;
  }
  if (way.hops == 0) { // within a core
    arrives(owner, bytes);
    return leave(slot);
  }
  Link &first = links[size_t(nextLink(piece))];
  if (first.piece >= 0)
    first.waiting.push_back(slot);
  else
    advance(slot, now);
}

/// Takes the next link, which is idle, and those behind it that are.
void RingLinks::advance(int32_t slot, int64_t now) {
  for (;;) {
    Piece &piece = pieces[size_t(slot)];
    int32_t number = nextLink(piece);
    Link &link = links[size_t(number)];
    if (link.piece >= 0)
      return link.waiting.push_back(slot);
    link.piece = slot;
    link.start = now, link.end = now + duration(piece.bytes);
    link.passedBefore = memoryBytesAt(number);
    wake(link.end, number);
    if (++piece.taken == piece.way.hops)
      return arrives(piece.owner, piece.bytes);
  }
}

void RingLinks::linkEnd(int32_t number, int64_t now) {
  Link &link = links[size_t(number)];
  int64_t end = link.end + duration(memoryBytesAt(number) - link.passedBefore);
  if (end > now)
    return wake(end, number);
  if (observe)
    observe(number >= stops, link.start, end);
  int32_t slot = link.piece;
  link.piece = -1;
  if (--pieces[size_t(slot)].left == 0)
    leave(slot);
  if (link.piece < 0 && !link.waiting.empty()) {
    int32_t next = link.waiting.front();
    link.waiting.pop_front();
    advance(next, now);
  }
}

void RingLinks::leave(int32_t slot) {
  freePieces.push_back(slot);
  passed(pieces[size_t(slot)].owner);
}

} // namespace spyre::model
