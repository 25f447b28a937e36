import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { AppError, Invalid } from '../../platform/errors.ts'
import { type ImageHead, readHead } from './image-head.ts'

/** Most bytes of a logo (256 KiB), both as uploaded and as stored. */
export const mostLogoBytes = 262_144
const widest = 512
const highest = 128
/** Most pixels of an image that is decoded; they take 16 MB of memory. */
const mostPixels = 4_000_000
const lossyQuality = 80

export interface Logo {
  readonly mediaType: 'image/png' | 'image/webp'
  readonly content: Buffer
}

/**
 * Decodes an image (PNG or WebP) and encodes it again without metadata, scaled down in its proportions to at most 512 x 128 px;
 * as lossy WebP if it would exceed `mostLogoBytes`. Stores nothing. Throws `logo_too_large` above `mostLogoBytes`, and
 * `logo_not_readable` for anything that is not a still image of at most 4 million pixels. Decoding runs on another thread.
 */
export async function redraw(content: Buffer): Promise<Logo> {
  if (content.length > mostLogoBytes) throw new AppError('logo_too_large')
  const head = readHead(content)
  if (!head || head.isAnimated || !isDrawable(head)) throw new Invalid(undefined, 'logo_not_readable')
  try {
    return await encode(head)
  } catch (error) {
    throw new AppError('logo_not_readable', { cause: error })
  }
}

const isDrawable = ({ width, height }: ImageHead): boolean => width > 0 && height > 0 && width * height <= mostPixels

async function encode(head: ImageHead): Promise<Logo> {
  const image = fitted(head)
  const content = head.mediaType === 'image/png' ? await image.png() : await image.webpLossless()
  if (content.length <= mostLogoBytes) return { mediaType: head.mediaType, content }
  // As noise may be: a picture of that size always goes in with some loss.
  return { mediaType: 'image/webp', content: await fitted(head).webp(lossyQuality) }
}

/** Returns the image scaled down to the largest stored size; a smaller image keeps its size. */
function fitted({ bare, width, height }: ImageHead): Transformer {
  const scale = Math.min(1, widest / width, highest / height)
  const image = new Transformer(bare)
  if (scale === 1) return image
  const to = (size: number) => Math.max(1, Math.round(size * scale))
  const filter = ResizeFilterType.Lanczos3
  return image.resize({ width: to(width), height: to(height), fit: ResizeFit.Fill, filter })
}
