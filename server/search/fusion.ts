import type { KeywordHit } from './keyword-search'
import type { Neighbour } from './vectors/vector-index'

interface FusedHit {
  readonly chunkId: number
  /** From 0 to 1; 1: first in both retrievals, with every word of the query and exactly its direction. */
  readonly score: number
}

/** The usual constant of reciprocal rank fusion: how slowly the value of a rank declines. */
const RANK_OFFSET = 60

/**
 * Reciprocal rank fusion of the two retrievals (requirement B1), with each rank weighted by how well the chunk answers
 * by itself: its coverage, its similarity. So a rank in a poor list counts little, and scores of different hits can be
 * compared: a client may cut off at a share of the best. Highest score first, then by chunk id.
 */
export function fuse(keywords: readonly KeywordHit[], neighbours: readonly Neighbour[]): FusedHit[] {
  const scores = new Map<number, number>()
  const add = (chunkId: number, place: number, strength: number) => {
    const worth = (0.5 * Math.min(1, Math.max(0, strength)) * (RANK_OFFSET + 1)) / (RANK_OFFSET + 1 + place)
    scores.set(chunkId, (scores.get(chunkId) ?? 0) + worth)
  }
  keywords.forEach((hit, place) => add(hit.chunkId, place, hit.coverage))
  neighbours.forEach((hit, place) => add(hit.chunkId, place, hit.similarity))
  return [...scores]
    .map(([chunkId, score]) => ({ chunkId, score: Math.round(score * 1e6) / 1e6 }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
}
