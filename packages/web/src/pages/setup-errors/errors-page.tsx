import { listClientErrors } from '@millwatch/contract/http/client-errors'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorList } from '../../features/client-errors/error-list.tsx'
import { ERRORS_AT_ONCE, type PageError, pageErrorsQuery } from '../../features/client-errors/queries.ts'
import { membersQuery } from '../../features/members/queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pager } from '../pager.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the errors that browsers of the company reported in the last 30 days. */
export function ErrorsPage() {
  return (
    <SetupPage
      title="Page errors"
      needs={listClientErrors}
      second="What broke on pages of people of this company, in the last 30 days: where in the program, never what stood on the page."
    >
      <Errors />
    </SetupPage>
  )
}

function Errors() {
  const [search, setSearch] = useSearchParams()
  const before = Number(search.get('before')) || undefined
  const query = useQuery(pageErrorsQuery(before))
  const { data: people = [] } = useQuery(membersQuery)
  const goTo = (id: number | undefined) => setSearch(id === undefined ? {} : { before: String(id) })
  return (
    <Reading query={query} subject="The page errors">
      {(errors: PageError[]) => (
        <Panel title="Errors" note="the latest first">
          {errors.length === 0 ? (
            <Empty title="No errors">
              {before === undefined ? 'No page has broken in the last 30 days.' : 'There is nothing older.'}
            </Empty>
          ) : (
            <ErrorList errors={errors} people={people} />
          )}
          <Pager
            first="Latest"
            isFirst={before === undefined}
            isLast={errors.length < ERRORS_AT_ONCE}
            onFirst={() => goTo(undefined)}
            onOlder={() => goTo(errors.at(-1)?.id)}
          />
        </Panel>
      )}
    </Reading>
  )
}
