/** An icon made of this path, on the same grid of 24 as the icons of the window. */
export function drawSign(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const lines = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  lines.setAttribute('d', path)
  svg.append(lines)
  return svg
}
