import { expect, test } from 'vitest'
import { DEPTH_MOST, COPY_MOST, type CopyNode, type LaunchCopy } from '../../shared/launch-copy'
import { copyPage } from './copy-page'

const screen = { width: 1280, height: 800, ratio: 1, media: [false, false, false, false] }
const whole: LaunchCopy = { nodes: [], css: '', fonts: [], root: {}, screen, document: null }
const page = (change: object) => copyPage(JSON.stringify({ ...whole, ...change }))
const html = (...nodes: readonly CopyNode[]) => page({ nodes })?.html
const inside = (text: string) => `<div id="as-left" inert aria-hidden="true">${text}</div>`

test('elements, texts and attributes become markup that is out of reach for keys and assistive technology', () => {
  const drawing = ['svg', { viewBox: '0 0 24 24', stroke: 'currentColor' }, [['path', { d: 'M1 2l3-4' }, []]]]
  expect(
    html(
      ['div', { class: 'cm-line a_b', dir: 'rtl' }, ['The ', ['b', {}, ['ferry']], ['br', {}, []]]],
      drawing as never,
    ),
  ).toBe(
    inside(
      '<div class="cm-line a_b" dir="rtl">The <b>ferry</b><br></div>' +
        '<svg viewBox="0 0 24 24" stroke="currentColor"><path d="M1 2l3-4"></path></svg>',
    ),
  )
  expect(page({ document: 'd-1' })?.html).toContain('aria-hidden="true" data-document="d-1">')
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [
    '</div></style><img src=x onerror=alert(1)>',
    '&lt;/div&gt;&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;',
  ],
  ['<!-- a --> <![CDATA[ b ]]>', '&lt;!-- a --&gt; &lt;![CDATA[ b ]]&gt;'],
  ['&lt;b&gt; &amp;amp;', '&amp;lt;b&amp;gt; &amp;amp;amp;'],
  ['"\'` = onload=1', "&quot;'` = onload=1"],
  ['a\0b', 'ab'],
  ['\u202Egnp.exe\u202C \uFEFF', '\u202Egnp.exe\u202C \uFEFF'],
  ['\uD83D\uDE00 \uD83D', '\uD83D\uDE00 \uD83D'],
])('a hostile text stays a text: %j', (text, written) => {
  expect(html(['p', {}, [text]])).toBe(inside(`<p>${written}</p>`))
  expect(html(['textarea', { placeholder: text }, [text]])).toBe(
    inside(`<textarea placeholder="${written}">\n${written}</textarea>`),
  )
})

const deep = (depth: number): CopyNode => (depth === 0 ? '' : ['div', {}, [deep(depth - 1)]])

test.each<[string, unknown]>([
  ['a script', ['script', {}, ['alert(1)']]],
  ['a style element', ['style', {}, ['*{}']]],
  ['a frame', ['iframe', {}, []]],
  ['a picture', ['img', {}, []]],
  ['a link elsewhere', ['a', { href: 'https://example.org' }, []]],
  ['a name that is no tag', ['div onclick=alert(1)', {}, []]],
  ['a handler', ['div', { onclick: 'alert(1)' }, []]],
  ['an id', ['div', { id: 'app' }, []]],
  ['a role', ['div', { role: 'textbox' }, []]],
  ['a name for assistive technology', ['div', { 'aria-label': 'Title' }, []]],
  ['a stop of the tab key', ['div', { tabindex: '0' }, []]],
  ['an inline style', ['div', { style: 'color: red' }, []]],
  ['a source', ['input', { src: 'x' }, []]],
  ['a class that ends its attribute', ['div', { class: '"><script>' }, []]],
  ['a drawing with a script', ['svg', {}, [['script', {}, []]]]],
  ['HTML in a drawing', ['svg', {}, [['div', {}, []]]]],
  ['text in a drawing', ['svg', {}, ['</svg>']]],
  ['a part of a drawing outside of one', ['path', {}, []]],
  ['a drawing that refers to another', ['svg', { fill: 'url(#a)' }, []]],
  ['an element in a field', ['textarea', {}, [['b', {}, []]]]],
  ['an element of two parts', ['div', {}]],
  ['an attribute that is no text', ['div', { class: { toString: 1 } }, []]],
  ['a number', 7],
  ['nothing', null],
  ['what lies too deep', deep(DEPTH_MOST + 2)],
])('no page has %s', (_what, node) => {
  expect(page({ nodes: [node] })).toBeUndefined()
})

test.each<[string, object]>([
  ['a sheet that ends its element', { css: '</style><script>alert(1)</script>' }],
  ['a sheet that is no text', { css: 7 }],
  ['another attribute of the root', { root: { onload: 'alert' } }],
  ['a theme with a space', { root: { theme: 'dark x' } }],
  ['a face from elsewhere', { fonts: ['https://example.org/a.woff2'] }],
  ['a face above the folder', { fonts: ['../a.woff2'] }],
  ['no width', { screen: { ...screen, width: 'x' } }],
  ['a width that is code', { screen: { ...screen, width: '1px){}' } }],
  ['fewer answers', { screen: { ...screen, media: [] } }],
  ['a document that is markup', { document: '"><b>' }],
  ['nodes that are none', { nodes: {} }],
])('no page comes of %s', (_what, change) => {
  expect(page(change)).toBeUndefined()
})

test('what is no copy at all, or too large, is none', () => {
  for (const json of ['', '{', 'null', '[]', '7', '"a"']) expect(copyPage(json)).toBeUndefined()
  expect(page({ nodes: ['a'.repeat(COPY_MOST)] })).toBeUndefined()
})

test('it is shown on the screen that it is of, and nowhere else', () => {
  const { css, root, fonts } = page({
    root: { theme: 'dark', textFont: 'mono' },
    screen: { ...screen, ratio: 1.5, media: [true, false, false, true] },
    fonts: ['inter-latin-D_x4.woff2'],
    css: '.cm-line{color:red}',
  })!
  expect(root).toBe(' data-theme="dark" data-text-font="mono"')
  expect(fonts).toEqual(['inter-latin-D_x4.woff2'])
  expect(css).toContain('#as-left { display: none }')
  for (const part of ['(min-width: 1280px)', '(max-height: 800.99px)', '(max-resolution: 1.51dppx)'])
    expect(css).toContain(part)
  expect(css).toContain('(prefers-color-scheme: dark) and (not (prefers-contrast: more))')
  expect(css).toContain('.cm-line{color:red}')
})
