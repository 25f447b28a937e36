/** Largest size of a logo in bytes; the server checks the same limit. */
const MOST_BYTES = 256 * 1024
const TYPES: readonly string[] = ['image/png', 'image/webp']

export const LIMITS = 'PNG or WebP, at most 256 KB. What is larger than 512 × 128 pixels is drawn smaller.'

/**
 * Returns the message why a file cannot be a logo: it is not a PNG or WebP, or is larger than 256 KiB. Undefined if it can be
 * one.
 */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return 'This is not a PNG or WebP. Choose another picture'
  if (size > MOST_BYTES) return `This picture has ${Math.ceil(size / 1024)} KB. A logo has at most 256 KB`
  return undefined
}
