export const detailsViewType = 'hostedModels.details';
