import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** The server's end of a WebSocket (RFC 6455) for text messages with a page on this machine. */
export interface TextSocket {
  send(text: string): void
  onText(listener: (text: string) => void): void
  onClose(listener: () => void): void
  close(): void
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const OF_TEXT = new Set([0, 1])
const CLOSE = 8

/** Accepts a page's request to open a socket. */
export function acceptSocket(request: IncomingMessage, stream: Duplex): TextSocket {
  const key = `${request.headers['sec-websocket-key'] ?? ''}${GUID}`
  const accept = createHash('sha1').update(key).digest('base64')
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  stream.write([...lines, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'))
  let heard = (_text: string) => {}
  let closed = () => {}
  let arrived: Buffer[] = []
  let wanted = 1
  let message: Buffer[] = []
  stream.on('data', (bytes: Buffer) => {
    arrived.push(bytes)
    // A long text arrives in many pieces; to copy its bytes only once, they are joined when the frame is complete.
    if (arrived.reduce((sum, { length }) => sum + length, 0) < wanted) return
    let rest = Buffer.concat(arrived)
    for (;;) {
      const frame = frameAt(rest)
      if (typeof frame === 'number') {
        arrived = [rest]
        wanted = frame
        return
      }
      rest = rest.subarray(frame.end)
      if (frame.kind === CLOSE) return stream.end()
      if (!OF_TEXT.has(frame.kind)) continue
      message.push(frame.body)
      if (!frame.isLast) continue
      const whole = Buffer.concat(message).toString('utf8')
      message = []
      heard(whole)
    }
  })
  // When a page ends, its socket may report an error, which is ignored because `close` follows.
  stream.on('error', () => {})
  stream.on('close', () => closed())
  return {
    send: (text) => void (stream.writable && stream.write(frameOf(Buffer.from(text)))),
    onText: (listener) => void (heard = listener),
    onClose: (listener) => void (closed = listener),
    close: () => void stream.destroy(),
  }
}

interface Frame {
  readonly kind: number
  readonly isLast: boolean
  readonly body: Buffer
  readonly end: number
}

/**
 * The first frame in these bytes, unmasked, or the number of bytes needed if the frame is incomplete. A page masks all
 * of its frames.
 */
function frameAt(bytes: Buffer): Frame | number {
  if (bytes.length < 2) return 2
  const short = bytes[1]! & 0x7f
  const more = short === 126 ? 2 : short === 127 ? 8 : 0
  const begin = 2 + more + 4
  if (bytes.length < begin) return begin
  const length = more === 2 ? bytes.readUInt16BE(2) : more === 8 ? Number(bytes.readBigUInt64BE(2)) : short
  const end = begin + length
  if (bytes.length < end) return end
  const mask = bytes.subarray(begin - 4, begin)
  const body = Buffer.from(bytes.subarray(begin, end))
  for (let at = 0; at < length; at++) body[at]! ^= mask[at % 4]!
  return { kind: bytes[0]! & 0x0f, isLast: (bytes[0]! & 0x80) !== 0, body, end }
}

function frameOf(body: Buffer): Buffer {
  const { length } = body
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x81
  if (length < 126) head[1] = length
  else if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, body])
}
