import type { DiagramDrawn } from '../../../shared/markdown/diagram-messages'

export type DrawnDiagram =
  | ({ readonly kind: 'picture' } & Pick<DiagramDrawn, 'svg' | 'width' | 'height' | 'words'>)
  | { readonly kind: 'failed'; readonly why: string }

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Draws what no thread of ours can: in pages that reach nothing, and that are gone when they take too long. */
export interface Drawer {
  /** Begins to draw; whoever began it ends it. */
  begin(signal: AbortSignal): Drawing
}

/** Rejects only when its signal is aborted. */
export interface Drawing {
  diagram(source: string): Promise<DrawnDiagram>
  /** An SVG as PNG of that size, on white paper or on nothing; `undefined`: it cannot be drawn. */
  raster(svg: Uint8Array, size: PixelSize, paper?: 'white'): Promise<Uint8Array | undefined>
  end(): void
}
