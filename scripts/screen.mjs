/** Whether a window can be shown. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Chromium refuses to run as root with its sandbox. Only development and tests run as root. */
export function sandboxFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/**
 * Passes on what Chromium writes to stderr, without the lines that only say that there is no session
 * bus, no real graphics card or no accessibility service, which is true and harmless.
 */
export function chromiumFilter(write = (text) => process.stderr.write(text)) {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) if (!harmless.test(line)) write(`${line}\n`)
  }
}

const harmless =
  /:(?:ERROR|WARNING):[\w/]*(?:bus|object_proxy|viz_main_impl|zygote_linux|gpu_process_host|command_buffer_proxy_impl|gl_utils)\.cc[:(]/
