import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Page for an address that does not exist, or that the person may not see. */
export function InvalidRequest() {
  return (
    <Notice alert whole title="Invalid request" ways={<ButtonLink to="/">Go to the root unit</ButtonLink>}>
      There is nothing to see at this address. It may have been removed, or the address is mistyped. The company tree
      shows what there is: press <kbd>/</kbd> to search it.
    </Notice>
  )
}
