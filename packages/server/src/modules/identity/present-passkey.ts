import type { OwnPasskey } from '@millwatch/contract/shapes/passkey'
import type { Static } from 'typebox'
import { toIso } from '../../platform/http/instants.ts'
import type { StoredPasskey } from './store-directory-passkeys.ts'

export const presentPasskey = ({
  passkeyId,
  name,
  createdAt,
  lastUsedAt,
  isSynced,
}: StoredPasskey): Static<typeof OwnPasskey> => ({
  id: passkeyId,
  name,
  created_at: toIso(createdAt),
  last_used_at: lastUsedAt === null ? null : toIso(lastUsedAt),
  is_synced: isSynced,
})
