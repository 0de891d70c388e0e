/** The custom properties of the window used by the page; all other styles are its own. */
const LOOK = [
  '--paper',
  '--ink',
  '--soft',
  '--faint',
  '--line',
  '--accent',
  '--add',
  '--violet',
  '--diagram',
  '--theirs',
  '--del',
  '--text-font',
  '--text-size',
  '--leading',
  '--measure',
  '--mono',
  '--scrollbar',
  '--on-accent',
]

/**
 * Copies the colours, font and font size of the window to the page, now and after each change. Returns a function that
 * stops this.
 */
export function followLook(root: HTMLElement): () => void {
  const take = () => takeLook(root)
  take()
  const changes = new MutationObserver(take)
  changes.observe(document.documentElement, { attributes: true })
  const wishes = OF_THE_SYSTEM.map((wish) => matchMedia(wish))
  for (const wish of wishes) wish.addEventListener('change', take)
  return () => {
    changes.disconnect()
    for (const wish of wishes) wish.removeEventListener('change', take)
  }
}

/** The system settings that can change the appearance of the window. */
const OF_THE_SYSTEM = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

function takeLook(root: HTMLElement): void {
  const look = getComputedStyle(document.documentElement)
  root.style.colorScheme = look.colorScheme
  for (const name of LOOK) root.style.setProperty(name, look.getPropertyValue(name))
  root.style.setProperty('--mark', look.getPropertyValue('--hit'))
  root.dir = document.documentElement.dir
}

/** The font faces of the window, which the page does not know by itself. */
export function faces(): string {
  const rules: string[] = []
  for (const sheet of document.styleSheets) {
    // All style sheets are the window's own.
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSFontFaceRule)
        rules.push(
          // Words shown first in a fallback font would move when their own font is loaded.
          rule.cssText
            .replace('font-display: swap', 'font-display: block')
            .replace(/url\("([^"]*)"\)/g, (_whole, address: string) => {
              const { href } = new URL(address, sheet.href ?? document.baseURI)
              return `url("${href}")`
            }),
        )
  }
  return rules.join('\n')
}

/**
 * Resolves when the fonts of the text are loaded in the page. Italics loaded only when their words are drawn would
 * first appear in a fallback font, and the words would move.
 */
export function facesOfText(page: Document): Promise<unknown> {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--text-font')
  // A font that fails to load does not delay the page; the next one in the list is used.
  return Promise.allSettled(['', 'italic '].map((style) => page.fonts.load(`${style}1em ${family}`)))
}

export const SCREEN_STYLE = `
/* The column stands where that of the editor does, and the bar beside it is that of the window. */
html { overflow-y: scroll; }
body { padding-inline-start: var(--scrollbar); }
main { max-width: calc(var(--measure) + 42px); padding-inline: 21px; padding-bottom: 35vh; }
::-webkit-scrollbar { width: var(--scrollbar); height: var(--scrollbar); }
::-webkit-scrollbar-thumb { border: 3px solid transparent; border-radius: 5px; background: color-mix(in srgb, var(--faint) 40%, transparent) content-box; }
::-webkit-scrollbar-thumb:hover { background-color: color-mix(in srgb, var(--faint) 80%, transparent); }
mark { background: color-mix(in srgb, var(--theirs) 22%, transparent); }
input[type='checkbox'] { --box: 15px; appearance: none; margin: 0 9px 0 0; vertical-align: -2px; border: 1.5px solid var(--faint); border-radius: 4px; }
input[type='checkbox']:checked { border-color: var(--accent); background: var(--accent); }
input[type='checkbox']:checked::after { content: ''; display: block; width: 4px; height: 8px; margin: 0.5px 0 0 3.5px; border: solid var(--on-accent); border-width: 0 1.8px 1.8px 0; transform: rotate(42deg); }
/* The first group shares its room with the title. */
main > div > :not(:first-child) { content-visibility: auto; }
/* A page of the oldest kind takes these from nowhere. */
img.diagram { display: block; margin: 0 auto; filter: var(--diagram); }
table { color: inherit; font-style: inherit; font-weight: inherit; }
a.dead { color: var(--soft); text-decoration: underline dashed 1px var(--faint); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
::highlight(found) { background: var(--mark); }
::highlight(found-now) { background: color-mix(in srgb, var(--accent) 45%, var(--paper)); }
::selection { background: color-mix(in srgb, var(--accent) 22%, transparent); }
`
