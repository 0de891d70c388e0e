import type { RemoteId } from '../../../shared/terms'
import type { ServiceCapabilities } from './capabilities'

/** The id as it stands in a JSON body: a number where the service itself writes numbers (requirement F, "id types"). */
export function remoteIdValue(id: RemoteId, capabilities: ServiceCapabilities): number | string {
  return capabilities.textIds !== 'yes' && /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id
}
