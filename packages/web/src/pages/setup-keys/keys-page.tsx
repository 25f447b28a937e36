import { createApiKey, listApiKeys } from '@millwatch/contract/http/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyDialog, type MadeKey } from '../../features/api-keys/key-dialog.tsx'
import { KeyList } from '../../features/api-keys/key-list.tsx'
import { NewKey } from '../../features/api-keys/new-key.tsx'
import { apiKeysQuery } from '../../features/api-keys/queries.ts'
import { useMay } from '../../scope/rights.ts'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the API keys of the company and a form to make one. */
export function KeysPage() {
  return (
    <SetupPage
      title="API keys"
      needs={listApiKeys}
      second="A key lets a program read data, or do the operations that are listed for it. The audit log shows its actions."
    >
      <Keys />
    </SetupPage>
  )
}

function Keys() {
  const may = useMay()
  const keys = useQuery(apiKeysQuery)
  const [made, setMade] = useState<MadeKey>()
  return (
    <>
      <Reading query={keys} subject="The API keys">
        {({ api_keys, offered_operations }) => (
          <div className="stack setup-beside">
            <Panel title="API keys" note={String(api_keys.filter((key) => key.state === 'active').length)}>
              <KeyList keys={api_keys} />
            </Panel>
            {may(createApiKey) && (
              <Panel title="Make a key">
                <NewKey offered={offered_operations} onMade={(name, key) => setMade({ name, key })} />
              </Panel>
            )}
          </div>
        )}
      </Reading>
      {made !== undefined && <KeyDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
