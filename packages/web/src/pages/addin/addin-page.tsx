import '../page.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { AddinFrame } from '../../features/addins/addin-frame.tsx'
import { framingOf } from '../../features/addins/frame-origins.ts'
import { type Addin, addinsQuery, isFor } from '../../features/addins/queries.ts'
import { equipmentQuery, OWN_ZONE, orgUnitQuery } from '../../features/tree/queries.ts'
import { useTitle } from '../../lib/title.ts'
import { usePaths } from '../../scope/links.ts'
import { usePageZone } from '../../scope/place.ts'
import { useScopeKey } from '../../scope/scope.ts'
import { type Subject, useSubject } from '../../scope/subject.ts'
import { Notice } from '../../ui/notice.tsx'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'

/**
 * Page of an add-in about a machine or unit, which shows the page of another provider in a frame. If this document does not allow
 * that frame, the page is loaded again once, and then shows a notice that the add-in cannot be shown.
 */
export function AddinPage() {
  const subject = useSubject()
  const addinId = Number(useParams().addin)
  const { data: addins, error, refetch } = useQuery(addinsQuery)
  const addin = addins?.find((candidate) => candidate.id === addinId)
  useTitle(addin?.name)
  if (addins === undefined)
    return error === null ? null : <ReadError subject="This add-in" error={error} onRetry={() => void refetch()} />
  if (addin === undefined || subject === undefined || !isFor(addin, subject)) return <InvalidRequest missing="add-in" />
  return <AddinOf key={addin.id} addin={addin} subject={subject} />
}

function AddinOf({ addin, subject }: { addin: Addin; subject: Subject }) {
  const paths = usePaths()
  usePageZone(useZoneOf(subject))
  const [framing] = useState(() => framingOf(new URL(addin.index_url).origin))
  useEffect(() => {
    if (framing === 'reload') location.reload()
  }, [framing])
  const back = subject.which === 'e' ? paths.machine(subject.id) : paths.unit(subject.id)
  return (
    <div className="column tall page addin-page">
      <header className="stack page-head">
        <Link to={back}>return to previous page</Link>
        <h1 className="any-break page-title">{addin.name}</h1>
      </header>
      {framing === 'allowed' && <AddinFrame addin={addin} subject={subject} />}
      {framing === 'refused' && (
        <Notice title="This add-in cannot be shown here" alert>
          Its address is not among those that this page may show. An admin can look at the add-ins of the company.
        </Notice>
      )}
    </div>
  )
}

/** Returns the IANA time zone of the machine (`which` is `e`) or unit (`o`); undefined until the machine or unit is loaded. */
function useZoneOf({ which, id }: Subject): string | undefined {
  const scopeKey = useScopeKey(OWN_ZONE)
  const { data: machine } = useQuery({ ...equipmentQuery(id), enabled: which === 'e' })
  const { data: unit } = useQuery({ ...orgUnitQuery(id, scopeKey), enabled: which === 'o' })
  return (machine ?? unit)?.actual_timezone
}
