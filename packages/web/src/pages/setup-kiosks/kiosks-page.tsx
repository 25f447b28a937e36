import { createKiosk, listKiosks } from '@millwatch/contract/http/kiosks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeDialog } from '../../features/kiosks/code-form.tsx'
import { KioskList } from '../../features/kiosks/kiosk-list.tsx'
import { LinkDialog, type ShownLink } from '../../features/kiosks/link-dialog.tsx'
import { NewKiosk } from '../../features/kiosks/new-kiosk.tsx'
import { type Kiosk, kiosksQuery } from '../../features/kiosks/queries.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { useMay } from '../../scope/rights.ts'
import { Panel } from '../../ui/panel.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the kiosk displays of the company and a form to add one. */
export function KiosksPage() {
  return (
    <SetupPage
      title="Kiosk displays"
      needs={listKiosks}
      second="A display is a browser on the shop floor that shows one page, without anybody signed in. It stays until it is revoked."
    >
      <Kiosks />
    </SetupPage>
  )
}

function Kiosks() {
  const may = useMay()
  const kiosks = useQuery(kiosksQuery)
  const { data: company } = useQuery(companyQuery)
  const [shown, setShown] = useState<ShownLink>()
  const [paired, setPaired] = useState<Kiosk>()
  return (
    <div className="stack setup-beside">
      <Reading query={kiosks} subject="The displays">
        {(all) => (
          <Panel title="Displays" note={String(all.filter((kiosk) => kiosk.revoked_at === null).length)}>
            <KioskList kiosks={all} onLink={setShown} onCode={setPaired} />
          </Panel>
        )}
      </Reading>
      {company !== undefined && may(createKiosk) && (
        <Panel title="Add a display">
          <NewKiosk
            root={company.tree}
            onMade={(name, kioskId, { url, expires_at }) => setShown({ name, kioskId, url, expires_at })}
          />
        </Panel>
      )}
      {paired !== undefined && <CodeDialog kiosk={paired} onClose={() => setPaired(undefined)} />}
      {shown !== undefined && <LinkDialog shown={shown} onLink={setShown} onClose={() => setShown(undefined)} />}
    </div>
  )
}
