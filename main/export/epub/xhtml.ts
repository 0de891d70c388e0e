import { writtenText } from '../written-text'

/** Elements without an end tag, as our own HTML writes them; escaped text never looks like one. */
const VOID = /<(br|hr|img|input|wbr)\b([^<>]*)>/g
/** Attributes without a value. */
const BARE = / (checked|disabled)(?=[\s/]|$)/g

/** Formulas without a namespace, which HTML does not need and XML does. */
const MATH = /<math(?=[\s>])(?![^<>]* xmlns=)/g

/** HTML of the document tree in XML syntax, as books require it. */
export const xhtmlOf = (html: string): string =>
  html
    .replace(MATH, '<math xmlns="http://www.w3.org/1998/Math/MathML"')
    .replace(
      VOID,
      (_tag, name: string, attributes: string) =>
        `<${name}${attributes.trimEnd().replace(BARE, ' $1="$1"')}/>`,
    )

/** A whole file of a book. */
export const xhtmlPage = (page: {
  readonly title: string
  readonly language: string
  readonly type: string
  readonly body: string
}): string =>
  writtenText(`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${page.language}" xml:lang="${page.language}">
<head>
<meta charset="utf-8"/>
<title>${page.title}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body epub:type="${page.type}">
${page.body}</body>
</html>
`)
