import type { Page } from '@playwright/test'
import { begin, BOAT, changeElsewhere, kept, paste, result, withPictures } from './editing'
import { expect, FERRYMAN, slowTurns, test, type Stet, inOnePage } from './stet'

const MAP = '![A map](https://example.org/map.png)'

const chip = ({ page }: Stet, words = 'A map') => page.locator('.cm-image', { hasText: words })

/** What was said last; CodeMirror takes it away soon after. */
const announced = ({ page }: Stet) => expect.poll(() => page.evaluate(() => window.said))

async function hearAnnouncements(page: Page): Promise<void> {
  await page.locator('.cm-announced').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    new MutationObserver(() => {
      const words = document.querySelector('.cm-announced')?.textContent.trim() ?? ''
      if (words !== '') window.said = words
    }).observe(document.querySelector('.cm-announced')!, { childList: true, subtree: true })
  })
}

declare global {
  interface Window {
    said?: string
  }
}

test.beforeEach(({ page, stet: _stet }) => hearAnnouncements(page))

test('words typed at once after two presses on an image are its alternative text', async ({ stet, page }) => {
  await begin(stet, `one\n\n![](https://example.org/map.png)\n\ntwo‸`)
  await slowTurns(page)
  await chip(stet, 'Image').dblclick()
  await stet.type('Low tide')
  await kept(stet, (text) => text.includes('![Low tide](https://example.org/map.png)'))
})

test('in a table and in source mode an image is words', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, `| a |\n| - |\n| x‸${MAP} |`)
  await expect(stet.text).toContainText('example.org')
  await stet.press('ArrowRight')
  await stet.type('y')
  await kept(stet, (text) => text.includes('!y['))
  await begin(stet, `x‸${MAP}`)
  await stet.press('ControlOrMeta+Shift+M')
  await expect(chip(stet)).toHaveCount(0)
  await stet.press('ArrowRight')
  await stet.press('ArrowRight')
  await stet.type('y')
  await kept(stet, (text) => text.includes('![yA map]'))
  await stet.press('ControlOrMeta+Shift+M')
})

test(
  'an image in the text and the keys',
  inOnePage({
    'arrows come to an image in a line, say its alternative text, and go on behind it': async ({ stet }) => {
      await begin(stet, `one‸${MAP}two`)
      await stet.press('ArrowRight')
      await expect(chip(stet)).toHaveClass(/cm-image-selected/)
      await announced(stet).toBe('Image: A map')
      await expect(stet.text).not.toContainText('example.org')
      await stet.press('ArrowRight')
      await expect(chip(stet)).not.toHaveClass(/cm-image-selected/)
      await stet.press('ArrowLeft')
      await expect(chip(stet)).toHaveClass(/cm-image-selected/)
      await stet.press('ArrowLeft')
      await stet.press('ArrowRight')
      await stet.press('ArrowRight')
      expect(await result(stet)).toBe(`one${MAP}‸two`)
    },

    'up and down come to an image on a line of its own and go on, and nothing is lost by typing there':
      async ({ stet }) => {
        await begin(stet, `one‸\n\n${MAP}\n\ntwo`)
        await stet.press('ArrowDown')
        await stet.press('ArrowDown')
        await expect(chip(stet)).toHaveClass(/cm-image-selected/)
        await stet.press('ArrowDown')
        await expect(chip(stet)).not.toHaveClass(/cm-image-selected/)
        await stet.press('ArrowDown')
        await stet.press('ArrowUp')
        await stet.press('ArrowUp')
        await expect(chip(stet)).toHaveClass(/cm-image-selected/)
        await stet.type('x')
        expect(await result(stet)).toBe(`one\n\n${MAP}x‸\n\ntwo`)
      },

    'other keys lead beside an image, and Enter begins a line there': async ({ stet }) => {
      await begin(stet, `one\n${MAP}\ntwo‸\n${MAP}`)
      await stet.press('ControlOrMeta+End')
      await stet.press('Enter')
      await stet.type('end')
      await kept(stet, (text) => text === `one\n${MAP}\ntwo\n${MAP}\nend`)
    },

    'Enter shows the source with the alternative text chosen, Enter and Escape lead back': async ({
      stet,
    }) => {
      await begin(stet, `one ‸${MAP} two`)
      await stet.press('ArrowRight')
      await stet.press('Enter')
      await expect(stet.text).toContainText(MAP)
      await stet.type('The *old* map')
      await stet.press('Enter')
      await expect(chip(stet, 'The *old* map')).toHaveClass(/cm-image-selected/)
      await stet.press('Enter')
      await stet.press('Escape')
      await expect(stet.text).not.toContainText('example.org')
      await expect(stet.text).toBeFocused()
      await kept(stet, (text) => text === 'one ![The *old* map](https://example.org/map.png) two')
    },

    'Backspace selects an image first and takes it away then; one step of undo brings it back': async ({
      stet,
    }) => {
      await begin(stet, `one${MAP}‸ two`)
      await stet.press('Backspace')
      await expect(chip(stet)).toHaveClass(/cm-image-selected/)
      await stet.press('Backspace')
      await kept(stet, (text) => text === 'one two')
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === `one${MAP} two`)
    },

    'a press selects an image, a second one shows its source, and no bar comes beside it': async ({
      stet,
      page,
    }) => {
      await begin(stet, `one\n\n![](https://example.org/map.png)\n\ntwo‸`)
      await chip(stet, 'Image').click()
      await expect(chip(stet, 'Image')).toHaveClass(/cm-image-selected/)
      await announced(stet).toBe('Image without alternative text')
      await stet.press('Alt+F10')
      await expect(stet.text).toBeFocused()
      await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
      await chip(stet, 'Image').dblclick()
      await stet.type('Low tide')
      await kept(stet, (text) => text.includes('![Low tide](https://example.org/map.png)'))
    },

    'an image that is being typed stays words until the cursor goes elsewhere': async ({ stet }) => {
      await begin(stet, 'one ‸')
      await stet.type('![map](https://example.org/a.png)')
      await expect(stet.text).toContainText('example.org/a.png)')
      await stet.press('Backspace')
      await stet.press('Backspace')
      await stet.type('f)')
      await stet.press('Home')
      await expect(chip(stet, 'map')).toBeVisible()
      await kept(stet, (text) => text === 'one ![map](https://example.org/a.pnf)')
    },

    'lines end with a quiet sign where they break hard, and no line moves by it': async ({ stet, page }) => {
      await begin(stet, 'one  \ntwo\\\nthree\nfour‸')
      await expect(page.locator('.cm-hard-break')).toHaveCount(2)
      const heights = await page
        .locator('.cm-content > .cm-line')
        .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
      expect(new Set(heights).size).toBe(1)
      await kept(stet, (text) => text === 'one  \ntwo\\\nthree\nfour')
    },
  }),
)

test('a corner of an image is dragged to a width, which stands behind it in the text', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await begin(stet, `one‸\n\n${BOAT}\n\ntwo`)
  const picture = page.locator('.cm-picture img')
  const text = (await page.locator('.cm-content').boundingBox())!
  await expect(picture).toHaveJSProperty('naturalWidth', 200)
  const widthOf = async () => (await picture.boundingBox())!.width / text.width
  await picture.hover()
  const corner = page.getByRole('button', { name: 'Drag to set the width' })
  const dragBy = async (shares: number) => {
    const { x, y, width, height } = (await corner.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + text.width * shares, y + height / 2, { steps: 5 })
  }
  const before = await widthOf()
  await dragBy(0.5 - before)
  await expect(corner).toHaveAttribute('data-share', '50 %')
  await page.mouse.up()
  await kept(stet, (now) => now === `one\n\n${BOAT}{width=50%}\n\ntwo`)
  expect(await widthOf()).toBeCloseTo(0.5, 1)
  await expect(picture).toHaveCSS('outline-style', 'solid')
  await expect(stet.text).not.toContainText('width')

  // Escape gives up, also what a release of the button would do.
  await dragBy(0.3)
  await stet.press('Escape')
  await page.mouse.up()
  expect(await widthOf()).toBeCloseTo(0.5, 1)
  await dragBy(2)
  await page.mouse.up()
  await kept(stet, (now) => now.includes('{width=100%}'))
  await stet.press('ControlOrMeta+z')
  await kept(stet, (now) => now.includes('{width=50%}'))
  await stet.press('ControlOrMeta+z')
  await kept(stet, (now) => now === `one\n\n${BOAT}\n\ntwo`)
})

test('an image is made wider and narrower by keys and by command, and gets its own width back', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await hearAnnouncements(page)
  await begin(stet, `one ‸${BOAT}{width=34%} two`)
  await stet.press('ArrowRight')
  await announced(stet).toBe('Image: Boat')
  await stet.press('Alt+Shift+ArrowRight')
  await kept(stet, (text) => text === `one ${BOAT}{width=40%} two`)
  await announced(stet).toBe('40 per cent wide')
  await stet.command('Narrower image')
  await kept(stet, (text) => text === `one ${BOAT}{width=30%} two`)
  for (let press = 0; press < 4; press++) await stet.press('Alt+Shift+ArrowLeft')
  await kept(stet, (text) => text === `one ${BOAT}{width=10%} two`)
  await stet.command('Image in its own width')
  await kept(stet, (text) => text === `one ${BOAT} two`)
  // Steps begin at what is seen: 200 of 660 px.
  await stet.press('Alt+Shift+ArrowLeft')
  await kept(stet, (text) => text === `one ${BOAT}{width=20%} two`)
  await stet.press('ArrowRight')
  await stet.command('Wider image')
  await expect(stet.notice).toContainText('cannot be done where the cursor is')
  await stet.press('Backspace')
  await stet.press('Backspace')
  expect(await result(stet)).toBe('one ‸ two')
})

test('who wants no widths in the text gets none, and what is there is read all the same', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await stet.main.ask('settings.set', { imageWidths: false })
  await begin(stet, `‸${BOAT}{width=50%}`)
  const picture = page.locator('.cm-picture img')
  await expect(picture).toHaveJSProperty('naturalWidth', 200)
  await picture.hover()
  await expect(page.locator('.cm-picture-corner')).toBeHidden()
  const text = (await page.locator('.cm-content').boundingBox())!
  expect((await picture.boundingBox())!.width / text.width).toBeCloseTo(0.5, 1)
  await stet.press('ArrowRight')
  await stet.press('Alt+Shift+ArrowRight')
  await stet.press('ControlOrMeta+Shift+E')
  const read = page.frameLocator('iframe').locator('img')
  await expect(read).toHaveAttribute('alt', 'Boat')
  const { width } = (await read.boundingBox())!
  const room = (await page.frameLocator('iframe').locator('p.picture').boundingBox())!
  expect(width / room.width).toBeCloseTo(0.5, 1)
  expect(await stet.keptText('d-ferryman')).toBe(`${BOAT}{width=50%}`)
})

const pastePicture = (stet: Stet, name: string) =>
  stet.text.evaluate(async (element, called) => {
    const canvas = new OffscreenCanvas(8, 8)
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], called, { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, name)

test('a picture in a table is drawn in its own column, whatever stands beside it', async ({ stet, page }) => {
  await withPictures(page)
  const rows = [
    `| words ${BOAT} | b | c |`,
    `| ${BOAT} | b |`,
    `| a | b ${BOAT}|${BOAT} |`,
    `| a | b | c ${BOAT}`,
  ]
  await begin(stet, `one‸\n\n| a | b | c |\n| - | - | - |\n${rows.join('\n')}\n\ntwo`)
  const pictures = page.locator('.cm-table-row .cm-picture img')
  await expect(pictures).toHaveCount(5)
  await expect(pictures.last()).toHaveJSProperty('naturalWidth', 200)
  const columns = () =>
    pictures.evaluateAll((images) =>
      images.map((image) => image.closest<HTMLElement>('.cm-cell')?.style.gridColumnStart),
    )
  expect(await columns()).toEqual(['1', '1', '2', '3', '3'])
  await page.locator('.cm-cell', { hasText: 'words' }).click({ position: { x: 3, y: 10 } })
  await expect(page.locator('.cm-cell-open')).toContainText('stet-file')
  expect(await columns()).toEqual(['1', '1', '2', '3', '3'])
  await stet.press('End')
  await stet.type(' more')
  await kept(stet, (text) => text.includes(`| words ${BOAT} more | b |`))
})

test('a pasted picture stands where it was pasted, what is typed next behind it, and a second one after it', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await begin(stet, 'abc‸')
  const letGo = await stet.main.hold('file.add')
  await pastePicture(stet, 'one.png')
  await pastePicture(stet, 'two.png')
  await stet.type('def')
  await letGo()
  await kept(stet, (text) => /^abc!\[one\.png\]\([^)]*\)!\[two\.png\]\([^)]*\)def$/.test(text))
  await stet.type('!')
  await kept(stet, (text) => text.endsWith(')def!'))
})

/** Drops a picture on a letter of the text: on its left half. */
const dropPicture = (stet: Stet, on: string) =>
  stet.text.evaluate(async (element, words) => {
    const canvas = new OffscreenCanvas(8, 8)
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' }))
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let node = texts.nextNode()
    while (node !== null && !(node.textContent ?? '').includes(words)) node = texts.nextNode()
    if (node === null) throw new Error(`“${words}” is not on screen`)
    const letter = document.createRange()
    const at = (node.textContent ?? '').indexOf(words)
    letter.setStart(node, at)
    letter.setEnd(node, at + 1)
    const { left, top, height } = letter.getBoundingClientRect()
    const spot = { clientX: left + 1, clientY: top + height / 2 }
    const init = { ...spot, dataTransfer, bubbles: true, cancelable: true }
    const under = document.elementFromPoint(spot.clientX, spot.clientY) ?? element
    under.dispatchEvent(new DragEvent('drop', init))
  }, on)

test('a picture that is dropped parts nothing', async ({ stet, page }) => {
  for (const [what, before, on, after] of [
    ['a word near its beginning', 'The harbour sleeps.', 'arbour', 'The ◻ harbour sleeps.'],
    ['a word near its end', 'The harbour sleeps.', 'ps.', 'The harbour sleeps. ◻'],
    ['the only word of a line', 'The tide.\n\nharbour', 'our', 'The tide.\n\nharbour ◻'],
    ['bold words', 'The **low tide** comes.', 'ide', 'The **low ◻ tide** comes.'],
    [
      'a link',
      'See [the long map](https://example.org) here.',
      'ong',
      'See ◻ [the long map](https://example.org) here.',
    ],
    ['code', 'Run `npm run all` now.', 'all', 'Run `npm run all` ◻ now.'],
    ['a block of code', '```js\nlet boat = 1\n```', 'oat', '```js\nlet boat = 1\n```\n\n◻'],
    ['code in a quotation', '> ```\n> boat\n> ```', 'oat', '> ```\n> boat\n> ```\n>\n> ◻'],
    ['a gap', 'The  harbour.', ' harbour', 'The ◻ harbour.'],
    ['Japanese', '東京に行きました', '京', '東京◻に行きました'],
  ] as const)
    await test.step(`a picture that is dropped on ${what} parts nothing`, async () => {
      await withPictures(page)
      await begin(stet, `${before}\n\nThe end.‸`)
      await stet.press('ControlOrMeta+End')
      await dropPicture(stet, on)
      const text = await kept(stet, (now) => now.includes('![a.png]'))
      expect(text.replace(/!\[a\.png\]\([^)]*\)/, '◻')).toBe(`${after}\n\nThe end.`)
    })
})

test('Ctrl+Z of pictures takes their addresses along, which came later from the service, and the way forward brings them', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await begin(stet, 'abc‸')
  await pastePicture(stet, 'one.png')
  await kept(stet, (text) => text.includes('![one.png]'))
  await pastePicture(stet, 'two.png')
  await kept(stet, (text) => text.includes('![two.png]'))
  await stet.type(' def')
  const all = await kept(stet, (text) =>
    /^abc!\[one\.png\]\(\/api\/v1\/files\/\d+\/serve\)!\[two\.png\]\(\/api\/v1\/files\/\d+\/serve\) def$/.test(
      text,
    ),
  )
  for (let time = 0; time < 3; time++) {
    for (let step = 0; step < 6; step++) await stet.press('ControlOrMeta+z')
    await kept(stet, (now) => now === 'abc')
    // The steps of a tab are kept as those of the app are, which is closed and started again.
    if (time === 2) {
      await stet.press('ControlOrMeta+w')
      await expect(stet.title).not.toHaveValue('The ferryman')
      await stet.press('ControlOrMeta+Shift+t')
      await expect(stet.title).toHaveValue('The ferryman')
      await expect(stet.text).toBeFocused()
    }
    for (let step = 0; step < 6; step++) await stet.press('ControlOrMeta+Shift+z')
    await kept(stet, (now) => now === all)
  }
})

test('an address that ends like the one before the upload goes with its picture, too', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  await begin(stet, 'abc‸')
  await paste(stet, '![map](stet-file:1e)')
  await kept(stet, (text) => text === 'abc![map](stet-file:1e)')
  await changeElsewhere(stet, () => [{ from: 10, to: 21, insert: '/api/v1/files/4/serv' }])
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe('abc![map](/api/v1/files/4/serve)')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'abc')
  await stet.press('ControlOrMeta+Shift+z')
  await kept(stet, (text) => text === 'abc![map](/api/v1/files/4/serve)')
})

test('a file that is no picture is a paragraph of its own where it is pasted into an empty line', async ({
  stet,
}) => {
  await begin(stet, 'One.\n‸\nTwo.')
  await stet.text.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4'], 'map.pdf', { type: 'application/pdf' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await kept(stet, (text) => /^One\.\n\n\[map\.pdf\]\([^)]+\)\n\nTwo\.$/.test(text))
})

test('a picture that has its address from the service before it is seen is brought into view whole', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  const show = await page.evaluateHandle(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!
    const waiting = new Map<HTMLImageElement, string>()
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      get(this: HTMLImageElement) {
        return waiting.get(this) ?? (get?.call(this) as string)
      },
      set(this: HTMLImageElement, address: string) {
        waiting.set(this, address)
      },
    })
    return () => waiting.forEach((address, image) => set?.call(image, address))
  })
  await begin(stet, `${'A paragraph.\n\n'.repeat(60)}‸`)
  await pastePicture(stet, 'one.png')
  const picture = page.locator('.cm-picture img')
  await expect(picture).toHaveAttribute('alt', 'one.png')
  const text = await kept(stet, (now) => /\(\/api\/v1\/files\/\d+\/serve\)$/.test(now))
  const link = text.slice(text.lastIndexOf('(') + 1, -1)
  await expect(page.locator('.cm-picture')).toHaveAttribute('data-link', link)
  await show.evaluate((go) => go())
  await expect(picture).toHaveJSProperty('naturalWidth', 200)
  await expect(picture).toBeInViewport({ ratio: 1 })
})
