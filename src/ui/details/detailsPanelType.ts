export const detailsPanelType = 'hostedModels.details';
