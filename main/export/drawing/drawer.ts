import type { DiagramDrawn } from '../../../shared/markdown/diagram-messages'

export type DrawnDiagram =
  | ({ readonly kind: 'picture' } & Pick<DiagramDrawn, 'svg' | 'width' | 'height' | 'words'>)
  | { readonly kind: 'failed'; readonly why: string }

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/**
 * Draws with Chromium, for which worker threads are not enough: in pages without any network or file access, which are
 * closed when they take too long.
 */
export interface Drawer {
  /** Starts a drawing session; the caller ends it. */
  begin(signal: AbortSignal): Drawing
}

/** Its promises reject only when the signal is aborted. */
export interface Drawing {
  diagram(source: string): Promise<DrawnDiagram>
  /** An SVG as PNG of that size, on white or on a transparent background; `undefined`: it cannot be drawn. */
  raster(svg: Uint8Array, size: PixelSize, paper?: 'white'): Promise<Uint8Array | undefined>
  end(): void
}
