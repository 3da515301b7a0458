/** Loaded as one chunk with the first command or page: each further file would cost the activation a millisecond. */
export { AgentTools } from './agentTools/agentTools.ts';
export { buildChats } from './buildChats.ts';
export { modelChats } from './chats/view/modelChats.ts';
export * as connectionCommands from './connections/connectionCommands.ts';
export { buildDeletions } from './deletion/buildDeletions.ts';
export { DetailsPanels } from './details/detailsPanels.ts';
export { DiagnosisCommands } from './diagnosis/diagnosisCommands.ts';
export { openDocumentation } from './documentation/openDocumentation.ts';
export * as offerCommands from './languageModels/offerCommands.ts';
export { copyLink, followLink as openLink } from './links/followLink.ts';
export { deleteAllLocalData, forgetAll } from './localData.ts';
export { compareJson, compareJsonWithBefore } from './models/compareJson.ts';
export { exportModels } from './models/exportModels.ts';
export * as modelCommands from './models/modelCommands.ts';
export { retrieveModel } from './models/retrieveModel.ts';
export { TestRequestCommands } from './testRequests/testRequestCommands.ts';
