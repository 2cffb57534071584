/** A binary heap of nodes by cost, then by number. */
export class PriorityQueue {
  private readonly heap: (readonly [cost: number, node: number])[] = [];

  get length(): number {
    return this.heap.length;
  }

  push(cost: number, node: number): void {
    const { heap } = this;
    const item = [cost, node] as const;
    let at = heap.length;
    while (at > 0) {
      const parent = heap[(at - 1) >> 1] as typeof item;
      if (!isBefore(item, parent)) break;
      heap[at] = parent;
      at = (at - 1) >> 1;
    }
    heap[at] = item;
  }

  /** Remove the cheapest node. */
  pop(): number {
    const { heap } = this;
    const [first, last] = [heap[0], heap.pop()];
    if (!first || !last) throw new RangeError("the queue is empty");
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const [left, right] = [heap[child], heap[child + 1]];
      if (left && right && isBefore(right, left)) child += 1;
      const next = heap[child];
      if (!next || !isBefore(next, last)) break;
      heap[at] = next;
      at = child;
    }
    if (heap.length > 0) heap[at] = last;
    return first[1];
  }
}

type Item = readonly [cost: number, node: number];

function isBefore(one: Item, two: Item): boolean {
  return one[0] < two[0] || (one[0] === two[0] && one[1] < two[1]);
}
