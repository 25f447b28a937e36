import { personName } from '@millwatch/domain/identity'
import { numberArray, textArray } from '../../platform/db/arrays.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { NamedThing } from './queries-names.ts'

const names = {
  name: 'directory_names',
  text: `with thing as (select kind, id from unnest($2::text[], $3::bigint[]) as t (kind, id))
    select kind, id, first_name as name, last_name as "lastName", email,
      not exists (select 1 from membership m where m.company_id = $1 and m.user_id = id) as removed
      from thing join app_user on user_id = id where kind = 'user'
    union all
    select kind, id, invitation.first_name, invitation.last_name, email, false
      from thing join invitation on invitation_id = id join app_user using (user_id) where kind = 'user' and company_id = $1
    union all
    select kind, id, name, null, null, false from thing join company on company_id = id where kind = 'company' and id = $1
    union all
    select kind, id, name, null, null, revoked_at is not null
      from thing join kiosk on kiosk_id = id where kind = 'kiosk' and company_id = $1
    union all
    select kind, id, name, null, null, revoked_at is not null
      from thing join api_key on api_key_id = id where kind = 'api_key' and company_id = $1`,
}

/** Row of the directory. Of a person `name` is the first name; other things have neither `lastName` nor `email`. */
interface DirectoryName extends NamedThing {
  readonly lastName: string | null
  readonly email: string | null
}

/**
 * Returns the present names of members and invited people, the company, displays and API keys; `removed` is true for users who
 * are no members (any more) and for revoked displays and keys. A person without a name is called by the e-mail address, as only
 * admins read these names. Left out are unknown ones, and objects of other kinds.
 */
export async function namesInDirectory(
  tx: Tx,
  companyId: number,
  things: readonly { readonly kind: string; readonly id: number }[],
): Promise<NamedThing[]> {
  const kinds = textArray(things.map(({ kind }) => kind))
  const ids = numberArray(things.map(({ id }) => id))
  const rows = await tx.prepared<DirectoryName>(names, [companyId, kinds, ids])
  return rows.map(({ lastName, email, ...thing }) =>
    lastName === null || email === null
      ? thing
      : { ...thing, name: personName({ firstName: thing.name, lastName, email }) },
  )
}
