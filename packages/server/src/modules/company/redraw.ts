import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { AppError, Invalid } from '../../platform/errors.ts'
import { type PictureHead, readHead } from './picture.ts'

/** In and out. */
export const mostLogoBytes = 262_144
const widest = 512
const highest = 128
/** Decoded, so many take 16 MB; more are not decoded at all. */
const mostPixels = 4_000_000
const lossyQuality = 80

export interface Logo {
  readonly mediaType: 'image/png' | 'image/webp'
  readonly content: Buffer
}

/**
 * The picture drawn anew, at most 512 x 128 px in its proportions: what is stored is our own encoding of its pixels, and
 * nothing of what came with them. It is decoded on a thread of its own.
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

const isDrawable = ({ width, height }: PictureHead): boolean => width > 0 && height > 0 && width * height <= mostPixels

async function encode(head: PictureHead): Promise<Logo> {
  const picture = fitted(head)
  const content = head.mediaType === 'image/png' ? await picture.png() : await picture.webpLossless()
  if (content.length <= mostLogoBytes) return { mediaType: head.mediaType, content }
  // As noise may be: a picture of that size always goes in with some loss.
  return { mediaType: 'image/webp', content: await fitted(head).webp(lossyQuality) }
}

/** Smaller ones stay as they are. */
function fitted({ bare, width, height }: PictureHead): Transformer {
  const scale = Math.min(1, widest / width, highest / height)
  const picture = new Transformer(bare)
  if (scale === 1) return picture
  const to = (size: number) => Math.max(1, Math.round(size * scale))
  const filter = ResizeFilterType.Lanczos3
  return picture.resize({ width: to(width), height: to(height), fit: ResizeFit.Fill, filter })
}
