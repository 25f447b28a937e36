import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Page shown for addresses that do not exist and for those that the user may not see. */
export function InvalidRequest() {
  return (
    <Notice alert whole title="Invalid request" ways={<ButtonLink to="/">Go to the root unit</ButtonLink>}>
      There is nothing to see at this address. It may have been removed, or the address is mistyped. The company tree
      shows what there is: press <kbd>/</kbd> to search it.
    </Notice>
  )
}
