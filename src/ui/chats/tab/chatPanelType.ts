/** VS Code brings tabs of this type back after a reload. */
export const chatPanelType = 'hostedModels.chat';
