/** Largest size and allowed types of a logo; the server checks the same. */
const MOST_BYTES = 256 * 1024
const TYPES: readonly string[] = ['image/png', 'image/webp']

export const LIMITS = 'PNG or WebP, at most 256 KB. What is larger than 512 × 128 pixels is drawn smaller.'

/** Returns the message why a file cannot be a logo: it is not a PNG or WebP, or has more than 256 KiB. Undefined when it can. */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return 'This is not a PNG or WebP. Choose another picture'
  if (size > MOST_BYTES) return `This picture has ${Math.ceil(size / 1024)} KB. A logo has at most 256 KB`
  return undefined
}
