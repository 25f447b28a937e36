import { listAudit } from '@millwatch/contract/http/audit'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AuditFilters } from '../../features/audit/audit-filters.tsx'
import { AuditTable } from '../../features/audit/audit-table.tsx'
import { filterNames, filtersIn, queryOfFilters } from '../../features/audit/filters.ts'
import { auditQuery, exportAddress } from '../../features/audit/queries.ts'
import { wordsOfSubjects } from '../../features/audit/subject-words.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { useChangeAddress } from '../../lib/use-change-address.ts'
import { useZone } from '../../scope/zone.ts'
import { DownloadLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pager } from '../pager.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the audit log of the company, its filters, and its export. */
export function AuditPage() {
  return (
    <SetupPage
      title="Audit log"
      needs={listAudit}
      second="Everything that was changed in the company, by whom and when, the newest first. Nobody changes or removes entries."
    >
      <Audit />
    </SetupPage>
  )
}

const PAGE = 50
const idIn = (search: URLSearchParams, name: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined

/**
 * Returns filters, page (`before`) and opened entry of the address, and a function that changes parameters; an undefined or blank
 * one is removed. It adds a history entry unless `leavesEntry` is false.
 */
function useAddress() {
  const [search] = useSearchParams()
  const changeAddress = useChangeAddress()
  const change = (part: Record<string, string | undefined>, leavesEntry = true) =>
    changeAddress(
      (present) => {
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') present.delete(name)
          else present.set(name, value)
        }
        return present
      },
      { leavesEntry },
    )
  return { filters: filtersIn(search), before: idIn(search, 'before'), opened: idIn(search, 'entry'), change }
}

function Audit() {
  const zone = useZone()
  const { filters, before, opened, change } = useAddress()
  const filterQuery = queryOfFilters(filters, zone)
  const query = useQuery(auditQuery({ ...filterQuery, limit: PAGE, ...(before === undefined ? {} : { before }) }))
  const { data: people = [] } = useQuery(membersQuery)
  const wordsOf = wordsOfSubjects(query.data?.entries ?? [])
  const narrow = (part: Partial<typeof filters>) => change({ ...part, before: undefined, entry: undefined })
  const isFiltered = filterNames.some((name) => filters[name] !== '')
  const clear = () => narrow({ from: '', to: '', user: '', operation: '', subject: '' })
  return (
    <>
      <Panel
        title="Show"
        note={`Days of ${zone.replaceAll('_', ' ')}`}
        aside={
          isFiltered && (
            <button type="button" className="link-button" onClick={clear}>
              Show all
            </button>
          )
        }
      >
        <AuditFilters
          filters={filters}
          zone={zone}
          subjectWords={filters.subject.includes('/') ? wordsOf(filters.subject) : undefined}
          people={people}
          operations={query.data?.operations ?? [filters.operation].filter((operation) => operation !== '')}
          onChange={narrow}
        />
      </Panel>
      <Reading query={query} subject="The audit log" rows={10}>
        {(page) => (
          <Panel title="Entries" aside={<Exports filters={filterQuery} />}>
            {page.entries.length === 0 ? (
              <Empty title="No entries">
                {isFiltered ? 'Nothing of the kind was done. ' : 'Nothing was changed in this company yet. '}
                {isFiltered && (
                  <button type="button" className="link-button" onClick={clear}>
                    Show all
                  </button>
                )}
              </Empty>
            ) : (
              <AuditTable
                entries={page.entries}
                opened={opened}
                onOpen={(id) => change({ entry: id === undefined ? undefined : String(id) }, false)}
                onSubject={(subject) => narrow({ subject })}
                wordsOf={wordsOf}
              />
            )}
            <Pager
              first="Newest"
              isFirst={before === undefined}
              isLast={page.next_before === null}
              onFirst={() => change({ before: undefined, entry: undefined })}
              onOlder={() => change({ before: String(page.next_before), entry: undefined })}
              end="These are the oldest entries."
            />
          </Panel>
        )}
      </Reading>
    </>
  )
}

/** Links to files (CSV, JSON) with all entries that match the filters, not only those of this page. */
function Exports({ filters }: { filters: Parameters<typeof exportAddress>[0] }) {
  return (
    <>
      <span className="note">All of these as</span>
      <DownloadLink href={exportAddress(filters, 'csv')}>CSV</DownloadLink>
      <DownloadLink href={exportAddress(filters, 'json')}>JSON</DownloadLink>
    </>
  )
}
