/**
 * Code for the page in the printing window, which scrolls nowhere: gives smaller type to tables and formulas that are
 * wider than their place. Only the page itself can measure them, so its rules for paper apply on the screen from then
 * on, where all other blocks stay hidden.
 */
export const FIT_WIDTH = String.raw`
if (document.querySelector('.table, math') !== null) {
  for (const { cssRules } of document.styleSheets)
    for (const { media } of cssRules) if (media?.mediaText === 'print') media.mediaText = 'all'
  const shown = document.createElement('style')
  shown.textContent =
    'body { display: block !important } section > :not(.table, .formula, :has(.table, math)) { display: none }'
  document.head.append(shown)
  document.querySelectorAll('.table > table').forEach(fitTable)
  document.querySelectorAll('math').forEach(fitFormula)
  shown.remove()
}

function fitTable(table) {
  const room = widthOf(table.parentElement)
  const share = (room / widthOf(table)) * 0.99
  if (share >= 0.99) return
  const letter = Number.parseFloat(getComputedStyle(table).fontSize)
  const heads = [...table.rows[0].cells]
  const columns = heads.map(widthOf)
  // A single long word is parted; where many columns are the reason, the type is smaller first.
  const few = widest(columns, room) >= 12 * letter
  const size = few ? 1 : Math.min(Math.max(share, 0.5), room / (heads.length * 2.6 * letter))
  table.style.fontSize = size * letter + 'px'
  if (size <= share) return
  table.classList.add('crowded')
  const most = widest(columns.map((width) => width * size), room)
  heads.forEach((head, index) => {
    head.style.width = (Math.min(columns[index] * size, most) / room) * 100 + '%'
  })
}

/** The width at which columns that would be wider have to end, so that all of them have room. */
function widest(columns, room) {
  const sorted = columns.toSorted((one, other) => one - other)
  let left = room
  for (const [index, width] of sorted.entries()) {
    const equal = left / (sorted.length - index)
    if (width > equal) return equal
    left -= width
  }
  return room
}

function fitFormula(math) {
  const block = math.closest('.formula, p, li, td, th, dd, dt, h1, h2, h3, h4, h5, h6')
  const { paddingLeft, paddingRight } = getComputedStyle(block)
  const room = widthOf(block) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  if (widthOf(contentOf(math)) * 0.7 > room) partLines(math, room)
  const share = (room / widthOf(contentOf(math))) * 0.99
  if (share < 0.99) math.style.fontSize = Number.parseFloat(getComputedStyle(math).fontSize) * share + 'px'
}

/** Writes a long formula in several lines: each begins with an operator, and all but the first are indented. */
function partLines(math, room) {
  const row = math.querySelector(':scope > mrow, :scope > semantics > mrow')
  const parts = [...(row?.children ?? [])]
  const begins = parts.flatMap((part, index) =>
    index > 0 && part.localName === 'mo' && /^(?!\|)\p{Sm}$/u.test(part.textContent) ? [index] : [],
  )
  const boxes = parts.map((part) => part.getBoundingClientRect())
  const indent = 2 * Number.parseFloat(getComputedStyle(math).fontSize)
  const lines = [0]
  begins.forEach((begin, index) => {
    const end = (begins[index + 1] ?? parts.length) - 1
    const width = boxes[end].right - boxes[lines.at(-1)].left + (lines.length > 1 ? indent : 0)
    if (width > room) lines.push(begin)
  })
  if (lines.length === 1) return
  const table = row.appendChild(element('mtable'))
  lines.forEach((begin, index) => {
    const cell = table.appendChild(element('mtr')).appendChild(element('mtd'))
    cell.style.cssText = 'text-align: left; padding: 0.2em 0 0.2em ' + (index === 0 ? 0 : indent) + 'px'
    if (index > 0) parts[begin].setAttribute('form', 'infix')
    cell.append(...parts.slice(begin, lines[index + 1]))
  })
}

function element(name) {
  return document.createElementNS('http://www.w3.org/1998/Math/MathML', name)
}

function contentOf(math) {
  const content = document.createRange()
  content.selectNodeContents(math)
  return content
}

function widthOf(one) {
  return one.getBoundingClientRect().width
}
`
