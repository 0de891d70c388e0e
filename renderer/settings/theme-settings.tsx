import { useEffect, useRef, useState } from 'react'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { counted } from '../../shared/text/counted'
import { readTheme, THEME_FILE_MAX } from '../../shared/own-theme'
import { useChangeSettings } from '../state/change-settings'
import { Button } from '../ui/button'
import { SettingLine } from './setting-line'
import styles from './settings.module.css'
import { hardToRead } from '../ui/theme-contrast'

/** The maximum number of warnings shown. */
const SENTENCES_MAX = 12

/** A custom theme: a file of colours, of which a copy is kept. */
export function ThemeSettings({
  own,
  theme,
}: {
  readonly own: Settings['ownTheme']
  readonly theme: string
}) {
  const change = useChangeSettings()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [hard, setHard] = useState<readonly string[]>([])
  // The colours are on screen a moment after the settings have changed.
  useEffect(() => {
    if (own === null) return setHard([])
    const timer = setTimeout(() => setHard(hardToRead()), 100)
    return () => clearTimeout(timer)
  }, [own, theme])

  async function take(file: File): Promise<void> {
    const { tokens, refused: sentences } = readTheme(await file.slice(0, THEME_FILE_MAX + 1).text())
    const isEmpty = Object.keys(tokens).length === 0
    setRefused(isEmpty ? [...sentences, `“${file.name}” has no colour that Stet could take.`] : sentences)
    if (!isEmpty) change(() => ({ ownTheme: { name: file.name.slice(0, 300), tokens } }))
  }

  return (
    <>
      <SettingLine
        label="Your own colours"
        note={
          own === null
            ? 'A CSS file with lines such as “--paper: #fdfcfa;”. They go over the theme above.'
            : `${counted(Object.keys(own.tokens).length, 'colour')} from ${own.name}. They go over the theme above.`
        }
      >
        <span className={styles.buttons}>
          {own === null ? null : (
            <Button
              onClick={() => {
                setRefused([])
                change(() => ({ ownTheme: null }))
              }}
            >
              Reset
            </Button>
          )}
          <Button onClick={() => input.current?.click()}>Choose a file…</Button>
        </span>
      </SettingLine>
      <input
        ref={input}
        type="file"
        accept=".css,text/css"
        hidden
        aria-label="File of colours"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) void take(file)
        }}
      />
      <Sentences label="Lines that were not taken" sentences={refused} />
      <Sentences label="Hard to read" sentences={hard} />
    </>
  )
}

function Sentences({ label, sentences }: { readonly label: string; readonly sentences: readonly string[] }) {
  return (
    <div role="status" aria-label={label}>
      {sentences.slice(0, SENTENCES_MAX).map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
      {sentences.length > SENTENCES_MAX ? (
        <p className={styles.note}>And {(sentences.length - SENTENCES_MAX).toLocaleString('en')} more.</p>
      ) : null}
    </div>
  )
}
