import { useEffect, useRef } from 'react'
import { marginsOf, type ExportFormat, type PaperMargins, type PaperSize } from '../../shared/export-forms'
import type { Beginning, ExportChoice } from '../../shared/ipc/ipc-export'
import { PAGE_STYLE } from '../../shared/markdown/html/page-style'
import { styleNonce } from '../editor/nonce'
import { whyMissing } from '../editor/preview/missing-pictures'
import { elementsOf } from '../reading/page-elements'
import { faces } from '../reading/page-look'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'
import { pixelsOf, sheetOf, SHOWN_WIDTH } from './export-forms'

/**
 * A preview of the first page, as close to the export as a window can render it, in a frame that runs no script and
 * loads nothing.
 */
export function FirstPage(props: { readonly beginning: Beginning; readonly choice: ExportChoice }) {
  const { beginning, choice } = props
  const { format, paper, margins = 'usual' } = choice
  const { client } = useApp()
  const drawsDiagrams = useSettings().data?.drawsDiagrams === true
  const frame = useRef<HTMLIFrameElement>(null)
  const { width, height } = sheetOf(paper)
  const scale = SHOWN_WIDTH / width

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (page == null) return
    const style = page.createElement('style')
    style.nonce = styleNonce()
    style.textContent = `${faces()}\n${styleOf(format, paper, margins)}`
    page.head.replaceChildren(style)
    const main = page.createElement('main')
    if ('lines' in beginning) {
      const lines = page.createElement('pre')
      lines.textContent = beginning.lines
      main.append(lines)
    } else {
      page.documentElement.lang = beginning.language
      const pictures = {
        library: client.library,
        whyMissing: (link: string) => whyMissing(client.call, link),
        drawsDiagrams: () => drawsDiagrams,
      }
      for (const element of elementsOf(beginning.blocks, pictures)) main.append(page.adoptNode(element))
    }
    page.body.replaceChildren(main)
    // Until now the frame is a blank sheet in the colour of the dialog.
    frame.current?.toggleAttribute('data-drawn', true)
  }, [beginning, format, paper, margins, drawsDiagrams, client])

  return (
    <iframe
      ref={frame}
      title="First page"
      sandbox="allow-same-origin"
      tabIndex={-1}
      inert
      style={{ width, height, transform: `scale(${scale})` }}
    />
  )
}

/**
 * The styles of a page: Word has its own fonts and sizes, paper has margins, and a page for screens needs none of
 * these.
 */
function styleOf(format: ExportFormat, paper: PaperSize, margins: PaperMargins): string {
  const { side, edge } = marginsOf(paper, margins)
  const onPaper = `${PAGE_STYLE.replace('@media print', '@media all')}\nmain { padding: ${pixelsOf(edge)}px ${pixelsOf(side)}px; }\n${DIAGRAM_STYLE}`
  if (format === 'docx') return `${onPaper}\n${WORD_STYLE}`
  if (format === 'pdf') return onPaper
  if (format === 'html') return `${PAGE_STYLE}\n${DIAGRAM_STYLE}`
  if (format === 'epub') return `${PAGE_STYLE}\n${BOOK_STYLE}`
  return `${PAGE_STYLE}\n${LINES_STYLE}`
}

const WORD_STYLE = `
:root { --text-font: Cambria, Caladea, Georgia, serif; --mono: Consolas, 'DejaVu Sans Mono', monospace; }
html { line-height: 1.2; hyphens: none; }
h1, h2, h3, h4, h5, h6 { font-family: Calibri, Carlito, Arial, sans-serif; font-weight: 700; }
blockquote { padding-inline: 26px; border: 0; color: inherit; font-style: normal; }
table { width: 100%; }
`
const BOOK_STYLE = 'h1.title { margin-top: 20%; text-align: center; } p.author { text-align: center; }'
/** The preview shows a diagram without the elements that an export puts around it. */
const DIAGRAM_STYLE = 'img.diagram { display: block; margin: 0 auto 0.84em; }'
const LINES_STYLE =
  'main { padding: 64px; max-width: none; } pre { background: none; white-space: pre-wrap; font-size: 15px; font-family: var(--mono); line-height: 1.35; }'
