import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRow, companyRun } from '../../platform/db/statements.ts'
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

/** Returns the SHA-256 of the company's logo in hex; null when the company has none. */
export const logoHash = companyRead<{ hash: string }, string | null>(
  'company.logo_hash',
  'select content_hash as hash from company_logo where company_id = $1',
  ([row]) => row?.hash ?? null,
)

export const findLogo = companyRow<StoredLogo>(
  'company.logo',
  `select media_type as "mediaType", content, content_hash as hash from company_logo where company_id = $1`,
)

export const deleteLogo = companyRun('company.delete_logo', 'delete from company_logo where company_id = $1')
