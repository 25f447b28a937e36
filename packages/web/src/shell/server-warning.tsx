import { listClientErrors } from '@millwatch/contract/http/client-errors'
import { getReadiness } from '@millwatch/contract/http/health'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { useMay } from '../scope/rights.ts'
import { StatusMark } from '../ui/status-mark.tsx'

const FIRST_MS = 10_000
const EVERY_MS = 300_000

/**
 * Line above the page with a warning of the server about itself, such as of a wrong clock, for people who may read the errors of
 * the company's pages. It is read 10 s after the page was opened, then every 5 minutes. Renders nothing without a warning.
 */
export function ServerWarning({ firstMs = FIRST_MS }: { firstMs?: number }) {
  const may = useMay()
  const { data: warning } = useQuery({
    queryKey: ['server-warning'],
    queryFn: async ({ signal }) => (await call(getReadiness, { signal })).warning ?? null,
    enabled: may(listClientErrors),
    // Nothing at first, so that the opening of a page does not wait for it.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.dataUpdateCount + state.errorUpdateCount === 0 ? firstMs : EVERY_MS),
    retry: false,
  })
  if (warning === null) return null
  return (
    <p className="line lost-note" role="status">
      <StatusMark status="offline" size={14} />
      <span>{warning}</span>
    </p>
  )
}
