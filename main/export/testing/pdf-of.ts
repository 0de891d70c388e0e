/** A PDF as Chromium writes it, of these objects; `more` follows the size and the root in its trailer. */
export function pdfOf(objects: readonly string[], { root = 1, more = '' } = {}): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<</Size ${size}\n/Root ${root} 0 R${more}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
