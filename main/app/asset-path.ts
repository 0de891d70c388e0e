import path from 'node:path'

/** The file under `root` that an `app://stet/` address names, or undefined where it names another host or leaves the folder. */
export function resolveAsset(root: string, address: string): string | undefined {
  let url: URL
  let decoded: string
  try {
    url = new URL(address)
    decoded = decodeURIComponent(url.pathname)
  } catch {
    return undefined
  }
  if (url.protocol !== 'app:' || url.host !== 'stet' || decoded.includes('\0') || decoded.includes('\\'))
    return undefined
  const file = path.resolve(root, `.${path.posix.normalize(`/${decoded === '/' ? 'index.html' : decoded}`)}`)
  return file.startsWith(path.resolve(root) + path.sep) ? file : undefined
}
