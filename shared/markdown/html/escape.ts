const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Words as they may stand in HTML, between tags and in an attribute in double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => NAMES[sign]!)

/** An attribute with a space before it; nothing where its value is `undefined`. */
export const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(String(value))}"`
