/** Logo of the product in the colour of the text, hidden from screen readers; `size` is its width and height in px. */
export const BrandMark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
    <path d="M1 13 13 1v12z" fill="currentColor" />
  </svg>
)
