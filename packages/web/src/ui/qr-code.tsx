import { encode } from 'uqr'

interface QrCodeProps {
  /** Name of the picture for screen readers. */
  label: string
  value: string
}

/** Width and height, px. */
const SIZE_PX = 192

/** Width of the white margin that readers of QR codes need around them (ISO/IEC 18004), in modules. */
const MARGIN = 4

/** QR code of a text, black on white in every theme, so that cameras can read it. */
export function QrCode({ label, value }: QrCodeProps) {
  const { data, size: modules } = encode(value, { border: MARGIN })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIZE_PX}
      height={SIZE_PX}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${modules}v${modules}h-${modules}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
