/**
 * The page that draws diagrams, in a frame or a hidden window without network access and in a process of its own.
 * Whatever a text does to it, it returns a picture, or takes too long and is removed.
 */
import type { DrawAnswer, DrawRequest, DiagramDrawn } from '../../../shared/markdown/diagram-messages'
import { messageOf } from '../../../shared/thrown'

interface Mermaid {
  initialize(settings: Readonly<Record<string, unknown>>): void
  render(id: string, source: string): Promise<{ readonly svg: string }>
}

declare global {
  var mermaid: Mermaid | undefined
}

const SETTINGS = {
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  theme: 'neutral',
  fontFamily: 'system-ui, sans-serif',
  // HTML labels would have other widths where the picture is shown.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  maxTextSize: 20_000,
  maxEdges: 300,
}

const answer = (answered: DrawAnswer) => parent.postMessage(answered, '*')

async function draw(mermaid: Mermaid, { id, source }: DrawRequest): Promise<void> {
  try {
    const { svg } = await mermaid.render(`diagram-${id}`, source)
    answer({ kind: 'drawn', id, ...sized(svg) })
  } catch (error) {
    answer({ kind: 'failed', id, why: messageOf(error) })
  } finally {
    document.body.replaceChildren()
  }
}

/** The SVG with the size that it was drawn for: Mermaid makes pictures as wide as their container. */
function sized(markup: string): Omit<DiagramDrawn, 'kind' | 'id'> {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  if (svg === null) throw new Error('Nothing was drawn.')
  const { width, height } = svg.viewBox.baseVal
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.style.removeProperty('max-width')
  return { svg: new XMLSerializer().serializeToString(svg), width, height, words: wordsIn(svg) }
}

/** The title and description given in the source, or all words in the picture, each once. */
function wordsIn(svg: SVGSVGElement): string {
  const said = wordsOf(svg, ':scope > title, :scope > desc')
  return said.length > 0 ? said.join('. ') : wordsOf(svg, 'text, foreignObject').join(', ')
}

const wordsOf = (svg: SVGSVGElement, selector: string): readonly string[] => [
  ...new Set([...svg.querySelectorAll(selector)].flatMap((one) => linesOf(one) || [])),
]

/** Each line of a label is an element of its own. */
const linesOf = (label: Element): string => {
  const lines = [...label.querySelectorAll('.text-outer-tspan, :scope > tspan')]
  const words = lines.length === 0 ? [label.textContent] : lines.map((line) => line.textContent)
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

const script = document.createElement('script')
script.src = 'mermaid.js'
script.addEventListener('load', () => {
  const { mermaid } = globalThis
  if (mermaid === undefined) return
  mermaid.initialize(SETTINGS)
  let last = Promise.resolve()
  addEventListener('message', ({ data, source }: MessageEvent<DrawRequest>) => {
    // Outside a frame the page receives its own messages as well.
    if (source === parent && 'source' in data) last = last.then(() => draw(mermaid, data))
  })
  answer({ kind: 'ready' })
})
document.head.append(script)
