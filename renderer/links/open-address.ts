import type { Problem } from '../../shared/problem'
import { decoded } from '../../shared/text/decoded'
import { whyNowhere } from '../../shared/markdown/leads-nowhere'
import type { Client } from '../bridge/bridge'
import { showToastHere } from '../state/toasts'

/** Opens the address of a link that leads out of the text, or shows why the address cannot be opened. */
export async function openAddress(
  client: Client,
  address: string,
  failed: (problem: Problem) => void,
): Promise<void> {
  const why = whyNowhere(address, decoded(address))
  if (why !== undefined) return showToastHere(why)
  const result = await client.call('link.open', { url: address })
  if (!result.ok) failed(result.problem)
}
