import * as calls from '@millwatch/contract/http/company'
import { command, handWritten, type ModuleCall, streamed } from '../../platform/calls/calls.ts'
import { type Router, Streamed, success } from '../../platform/http/route.ts'
import { getLogo, removeLogo, setLogo } from './logo.ts'
import { redraw } from './redraw.ts'

/**
 * Most bytes of an uploaded logo that are read. It exceeds the limit of a logo, so that a somewhat larger file gets an error of
 * its own.
 */
const mostSent = 512 * 1024

function uploadRoute(router: Router): void {
  const accepted = { mediaTypes: ['image/png', 'image/webp'], maxBytes: mostSent }
  router.upload(calls.putLogo, accepted, async ({ file, inCompany }) => {
    const logo = await redraw(file.bytes)
    return success({ company: { logo_filename: await inCompany((ctx) => setLogo(ctx, logo)) } })
  })
}

export const logoCalls: readonly ModuleCall[] = [
  handWritten(uploadRoute),
  streamed(
    calls.getLogo,
    (ctx, { query }) => getLogo(ctx, query.hash),
    ({ mediaType, content }, { query }) => {
      const caching = query.hash === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable'
      const name = `inline; filename="logo.${mediaType === 'image/png' ? 'png' : 'webp'}"`
      return new Streamed(content, {
        'content-type': mediaType,
        'cache-control': caching,
        'content-disposition': name,
      })
    },
  ),
  command(calls.deleteLogo, removeLogo, () => ({ company: { logo_filename: null } })),
]
