import { numberArray } from '../../platform/db/arrays.ts'
import type { Tx } from '../../platform/db/index.ts'

/** Kind of an actor and its id within the kind (null for the program itself), as an audit entry stores them. */
export interface ActorId {
  readonly actor: string
  readonly actorId: number | null
}

/** Returns the key of an actor, such as `user/7`; `system/null` for the program itself. */
export const actorKey = ({ actor, actorId }: ActorId): string => `${actor}/${actorId}`

const names = {
  name: 'directory_actor_names',
  text: `select 'user/' || user_id as key, first_name || ' ' || last_name as name from app_user where user_id = any($2::bigint[])
    union all
    select 'kiosk/' || kiosk_id, name from kiosk where company_id = $1 and kiosk_id = any($3::bigint[])
    union all
    select 'api_key/' || api_key_id, name from api_key where company_id = $1 and api_key_id = any($4::bigint[])
    union all
    select 'device/' || device_id, device_uuid::text from device_directory where company_id = $1 and device_id = any($5::bigint[])`,
}

/**
 * Returns the present names of actors by `actorKey`; left out are actors that no longer exist and the program itself. A
 * device has its uuid as its name.
 */
export async function namesOfActors(
  tx: Tx,
  companyId: number,
  actors: readonly ActorId[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) => [
    ...new Set(actors.flatMap(({ actor, actorId }) => (actor === kind && actorId !== null ? [actorId] : []))),
  ]
  const kinds = ['user', 'kiosk', 'api_key', 'device'].map((kind) => numberArray(idsOf(kind)))
  const rows = await tx.prepared<{ key: string; name: string }>(names, [companyId, ...kinds])
  return new Map(rows.map(({ key, name }) => [key, name.trim()]))
}
