import type { Ctx } from '../../platform/ctx.ts'
import type { Logo } from './redraw.ts'

export interface StoredLogo extends Logo {
  readonly hash: string
}

const put = {
  name: 'company.put_logo',
  text: `insert into company_logo (company_id, media_type, content, content_hash, updated_at) values ($1, $2, $3, $4, $5)
    on conflict (company_id) do update set media_type = excluded.media_type, content = excluded.content,
      content_hash = excluded.content_hash, updated_at = excluded.updated_at`,
}

export async function putLogo(ctx: Ctx, { mediaType, content, hash }: StoredLogo): Promise<void> {
  await ctx.tx.prepared(put, [ctx.companyId, mediaType, content, hash, ctx.clock.now()])
}

const hashOf = {
  name: 'company.logo_hash',
  text: 'select content_hash as hash from company_logo where company_id = $1',
}

/** Returns the SHA-256 of the company's logo in hex; null when the company has none. */
export async function logoHash(ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.tx.prepared<{ hash: string }>(hashOf, [ctx.companyId])
  return row?.hash ?? null
}

const read = {
  name: 'company.logo',
  text: `select media_type as "mediaType", content, content_hash as hash from company_logo where company_id = $1`,
}

export async function findLogo(ctx: Ctx): Promise<StoredLogo | undefined> {
  const [logo] = await ctx.tx.prepared<StoredLogo>(read, [ctx.companyId])
  return logo
}

const remove = { name: 'company.delete_logo', text: 'delete from company_logo where company_id = $1' }

export async function deleteLogo(ctx: Ctx): Promise<void> {
  await ctx.tx.prepared(remove, [ctx.companyId])
}
