import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { appError } from '../../../shared/problem'

const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PASSPHRASE_CHARACTERS_MIN = 8

/** The scrypt parameters with which a text was sealed, bounded so that no file can make scrypt use all memory. */
export const cost = z.object({
  N: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 20)
    .refine((n) => Number.isInteger(Math.log2(n))),
  r: z.number().int().min(8).max(16),
  p: z.number().int().min(1).max(4),
})
type Cost = Readonly<z.infer<typeof cost>>

/**
 * The present parameters take about a third of a second and 128 MB, so that guessing is slow. They should be raised as
 * machines get faster.
 */
export const COST_NOW: Cost = { N: 2 ** 17, r: 8, p: 1 }

/**
 * Seals a text: salt, nonce, tag and ciphertext of AES-256-GCM under a key that scrypt derives from the passphrase;
 * base64. `bound` names the owner of the text; the text opens only with the same value. Throws `invalid-input` for a
 * short passphrase.
 */
export async function seal(text: string, passphrase: string, bound: string, spent: Cost): Promise<string> {
  if ([...passphrase].length < PASSPHRASE_CHARACTERS_MIN)
    throw appError('invalid-input', `Use at least ${PASSPHRASE_CHARACTERS_MIN} characters.`)
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await stretched(passphrase, salt, spent), nonce)
  cipher.setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** The sealed text; `undefined` for another passphrase, another `bound`, or changed bytes. */
export async function unseal(
  sealed: string,
  passphrase: string,
  bound: string,
  spent: Cost,
): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  const body = bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', await stretched(passphrase, salt, spent), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(bound))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** A key of 32 bytes, derived from the passphrase. */
const stretched = (passphrase: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  )
