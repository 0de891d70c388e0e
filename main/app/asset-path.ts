import path from 'node:path'
import { isAppPage } from './app-page'
import { attempt } from '../../shared/thrown'

/**
 * The file under `root` for an `app://stet/` address; `undefined` where the address has another host or leaves the
 * folder.
 */
export function resolveAsset(root: string, address: string): string | undefined {
  const decoded = attempt(() => decodeURIComponent(new URL(address).pathname))
  if (decoded === undefined || !isAppPage(address) || decoded.includes('\0') || decoded.includes('\\'))
    return undefined
  const file = path.resolve(root, `.${path.posix.normalize(`/${decoded === '/' ? 'index.html' : decoded}`)}`)
  return file.startsWith(path.resolve(root) + path.sep) ? file : undefined
}
