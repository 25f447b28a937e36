import * as calls from '@millwatch/contract/http/company'
import { type Router, Streamed, success } from '../../platform/http/route.ts'
import { getLogo, removeLogo, setLogo } from './logo.ts'
import { redraw } from './redraw.ts'

/** More than a logo may have is read, so that what is somewhat too large is answered with a text of its own. */
const mostSent = 512 * 1024

export function logoRoutes(router: Router): void {
  const accepted = { mediaTypes: ['image/png', 'image/webp'], maxBytes: mostSent }
  router.upload(calls.putLogo, accepted, async ({ file, inCompany }) => {
    const logo = await redraw(file.bytes)
    return success({ company: { logo_filename: await inCompany((ctx) => setLogo(ctx, logo)) } })
  })
  router.signedIn(calls.getLogo, async ({ query, inCompany }) => {
    const { mediaType, content } = await inCompany((ctx) => getLogo(ctx, query.hash))
    const caching = query.hash === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable'
    return new Streamed(content, { 'content-type': mediaType, 'cache-control': caching })
  })
  router.signedIn(calls.deleteLogo, async ({ inCompany }) => {
    await inCompany(removeLogo)
    return success({ company: { logo_filename: null } })
  })
}
