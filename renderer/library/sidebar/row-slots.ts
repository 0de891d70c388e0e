/**
 * Assigns rows to elements. A row keeps its element as long as it is rendered, so that the focus, a menu and a name
 * being typed stay in place; a row that scrolls into view takes over the element of a row that left. Changing the text
 * of an element costs a fraction of creating one, and while a large tree scrolls, every row changes in every frame.
 */
interface RowSlots {
  /**
   * The elements of the rendered rows, in order. The element of the row `focused` is removed together with that row:
   * otherwise the focus would stay on the element and move to an unrelated row.
   */
  assign(ids: readonly string[], focused: string | null): readonly number[]
}

export function createRowSlots(): RowSlots {
  let drawn: ReadonlyMap<string, number> = new Map()
  let made = 0
  return {
    assign(ids, focused) {
      const wanted = new Set(ids)
      const free = [...drawn].filter(([id]) => !wanted.has(id) && id !== focused).map(([, slot]) => slot)
      const slots = ids.map((id) => drawn.get(id) ?? free.shift() ?? made++)
      drawn = new Map(ids.map((id, index) => [id, slots[index] ?? 0]))
      return slots
    },
  }
}
