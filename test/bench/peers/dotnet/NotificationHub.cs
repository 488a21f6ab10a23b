using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;

namespace Peer;

/// <summary>Notifies clients of the records that they may read.</summary>
[Authorize]
public sealed class NotificationHub(Place place) : Hub
{
    private const string Cursor = "012345678901234567890123456789012345678901234567890123456789";

    /// <summary>Registers the connection for changes of an entity, within the user's read scope.</summary>
    public async Task RegisterEntity(string entityName)
    {
        var services = Context.GetHttpContext()!.RequestServices;
        var caller = await Caller.FindAsync(services, Context.User!, place) ?? throw new HubException("Not a member.");
        await Groups.AddToGroupAsync(Context.ConnectionId, GroupOf(entityName, caller));
    }

    /// <summary>Sends a new customer to the groups whose scope covers it.</summary>
    public static Task CreatedAsync(IHubContext<NotificationHub> hub, Customer customer, Guid correlationId) =>
        hub.Clients
            .Groups("Customer:All", $"Customer:Team:{customer.OwnerTeamId}", $"Customer:Own:{customer.OwnerId}")
            .SendAsync("EntityChanged", new EntityChanged(
                "Customer", "Create", customer.Id, customer.RecordInformationId, [], customer.RowVersion,
                correlationId, Cursor, customer.CreatedOn));

    private static string GroupOf(string entityName, Caller caller) => caller.ReadScope switch
    {
        "All" => $"{entityName}:All",
        "Team" => $"{entityName}:Team:{caller.TeamId}",
        _ => $"{entityName}:Own:{caller.Id}",
    };
}
