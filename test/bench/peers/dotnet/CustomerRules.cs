using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Peer;

/// <summary>Makes customers of what callers send, and checks the rules of their fields.</summary>
public static partial class CustomerRules
{
    private static readonly string[] Segments = ["Retail", "Wholesale", "KeyAccount"];

    [GeneratedRegex("^[A-Z]{2}[0-9A-Z]{8,12}$")]
    private static partial Regex TaxId();

    [GeneratedRegex(@"^[^@\s]+@[^@\s]+\.[^@\s]+$")]
    private static partial Regex Email();

    [GeneratedRegex(@"^\+?[0-9 ()/-]{5,29}$")]
    private static partial Regex Phone();

    public static Customer New(Caller caller, DateTime now) => new()
    {
        Id = Guid.CreateVersion7(),
        RecordInformationId = Guid.CreateVersion7(),
        OwnerId = caller.Id,
        OwnerTeamId = caller.TeamId,
        TenantId = caller.Place.TenantId,
        AppId = caller.Place.AppId,
        EnvironmentId = caller.Place.EnvironmentId,
        CreatedBy = caller.Id,
        CreatedOn = now,
        UpdatedBy = caller.Id,
        UpdatedOn = now,
    };

    public static void Assign(Customer customer, string field, JsonElement value)
    {
        switch (field)
        {
            case "Name": customer.Name = value.GetString()!; break;
            case "TaxId": customer.TaxId = value.GetString()!; break;
            case "Email": customer.Email = value.GetString(); break;
            case "Phone": customer.Phone = value.GetString(); break;
            case "Segment": customer.Segment = value.GetString()!; break;
            case "CreditLimit": customer.CreditLimit = decimal.Parse(value.GetString()!, CultureInfo.InvariantCulture); break;
            case "IsActive": customer.IsActive = value.GetBoolean(); break;
            case "OnboardedOn": customer.OnboardedOn = DateOnly.Parse(value.GetString()!, CultureInfo.InvariantCulture); break;
            case "RegionId": customer.RegionId = value.GetGuid(); break;
            default: throw new BadHttpRequestException($"Customer has no field '{field}'.");
        }
    }

    public static IEnumerable<string> Faults(Customer customer)
    {
        if (customer.Name is not { Length: >= 2 and <= 120 }) yield return "Name has 2 to 120 characters.";
        if (customer.TaxId is null || !TaxId().IsMatch(customer.TaxId)) yield return "TaxId has another form.";
        if (customer.Email is { } email && !Email().IsMatch(email)) yield return "Email has another form.";
        if (customer.Phone is { } phone && !Phone().IsMatch(phone)) yield return "Phone has another form.";
        if (!Segments.Contains(customer.Segment)) yield return "Segment has other values.";
        if (customer.CreditLimit is < 0 or > 1_000_000) yield return "CreditLimit is between 0 and 1,000,000.";
        if (customer is { Segment: "KeyAccount", AccountManagerId: null })
            yield return "A key account needs an account manager.";
    }
}
