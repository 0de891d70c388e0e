import { CircleAlert, File, Image } from 'lucide-react'
import { useState } from 'react'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import { sizeInWords } from '../../shared/text/size-in-words'
import { useApp } from '../state/context'
import { fileAddress } from '../editor/file-address'
import { stateInWords } from './words'
import styles from './files.module.css'

/** The content of a row in the files pane. */
export function FileItem({ file }: { readonly file: FileSummary }) {
  return (
    <>
      <Thumbnail file={file} />
      <div className={styles.words}>
        <div className={styles.name} title={file.name}>
          <bdi>{file.name}</bdi>
        </div>
        <div className={styles.detail} data-attention={file.state === 'failed' ? '' : undefined}>
          {[sizeInWords(file.bytes), stateInWords(file)].filter(Boolean).join(' · ')}
        </div>
      </div>
    </>
  )
}

/** A larger image is not fetched from the service only for its thumbnail. */
const FETCHED_BYTES_MAX = 2_000_000

function Thumbnail({ file }: { readonly file: FileSummary }) {
  const { client } = useApp()
  const [isMissing, setMissing] = useState(false)
  const isShown = file.isHere || (file.bytes !== undefined && file.bytes <= FETCHED_BYTES_MAX)
  const Icon = file.state === 'failed' ? CircleAlert : file.isImage ? Image : File
  return (
    <span className={styles.thumbnail}>
      {file.isImage && isShown && !isMissing ? (
        <img
          src={fileAddress(client.library, file.link)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      ) : (
        <Icon size={18} strokeWidth={1.5} />
      )}
    </span>
  )
}
