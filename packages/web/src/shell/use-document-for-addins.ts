import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { originsOf, takeReloadFor } from '../features/addins/document-origins.ts'
import { addinsQuery } from '../features/addins/queries.ts'
import { useIsLost } from '../live/connection.ts'
import { useIsPageRead } from '../scope/page-read.ts'
import { subjectOf } from '../scope/subject.ts'
import { hasDrafts } from '../ui/form/use-draft.ts'
import { isEntering } from '../ui/is-entering.ts'

/**
 * Loads the document again when another page is opened after add-ins were added, changed or removed, because the security policy
 * of the document lists their origins. It waits while the connection is lost; while somebody is entering something or a form has
 * unsaved entries, it leaves that to the next page.
 */
export function useDocumentForAddins(): void {
  const { pathname } = useLocation()
  const isRead = useIsPageRead()
  const isLost = useIsLost()
  const { data: addins, isFetching } = useQuery({
    ...addinsQuery,
    enabled: isRead && subjectOf(pathname) !== undefined,
  })
  const checked = useRef(pathname)
  useEffect(() => {
    if (checked.current === pathname || addins === undefined || isFetching || isLost) return
    checked.current = pathname
    if (!isEntering() && !hasDrafts() && takeReloadFor(originsOf(addins))) location.reload()
  }, [pathname, addins, isFetching, isLost])
}
