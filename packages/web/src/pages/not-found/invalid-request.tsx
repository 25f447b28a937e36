import { useEffect } from 'react'
import { usePlace } from '../../scope/place.ts'
import { type Subject, useSubject } from '../../scope/subject.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Returns the name of the missing object of an address: `machine 17`, `unit 3`, or `page` if the address has neither. */
const missingWords = (subject: Subject | undefined): string =>
  subject === undefined ? 'page' : `${subject.which === 'e' ? 'machine' : 'unit'} ${subject.id}`

/**
 * Page for an address that does not exist, or that the person may not see, without the menu and the period of a page. `missing`
 * names the object that the address lacks, such as `add-in`; if it is absent, the text names the address's machine or unit, or
 * else the page.
 */
export function InvalidRequest({ missing }: { missing?: string }) {
  const subject = useSubject()
  useEffect(() => {
    usePlace.setState({ isMissing: true })
    return () => usePlace.setState({ isMissing: false })
  }, [])
  return (
    <Notice alert whole title="Invalid request" ways={<ButtonLink to="/">Go to the company</ButtonLink>}>
      There is no {missing ?? missingWords(subject)} to see at this address. It may have been removed, or the address is
      mistyped. The company tree shows what there is: press <kbd>/</kbd> to search it.
    </Notice>
  )
}
